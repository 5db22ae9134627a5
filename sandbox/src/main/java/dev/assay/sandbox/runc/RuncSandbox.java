package dev.assay.sandbox.runc;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.sandbox.Cancellation;
import dev.assay.sandbox.Container;
import dev.assay.sandbox.ContainerSpec;
import dev.assay.sandbox.Sandbox;
import dev.assay.sandbox.cgroup.ControlGroups;
import dev.assay.sandbox.host.HostPrograms;
import dev.assay.sandbox.host.LocalPrograms;
import dev.assay.sandbox.kernel.Linux;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The sandbox on this machine: an OCI runtime, the launcher, control groups. Needs root.
///
/// Containers that are open when it is closed are taken away; whoever opened it closes it when the
/// JVM ends. What a killed JVM left is taken away when the next sandbox is opened.
public final class RuncSandbox implements Sandbox, AutoCloseable {
  private static final Path SECCOMP_LIST = Path.of("/usr/share/containers/seccomp.json");

  private final Machinery machinery;
  private final Set<RuncContainer> open = ConcurrentHashMap.newKeySet();

  private RuncSandbox(Machinery machinery) {
    this.machinery = machinery;
  }

  /// What all containers have in common.
  ///
  /// @param launcher the launcher's file
  record Machinery(
      OciRuntime runtime,
      SeccompList calls,
      Path launcher,
      ControlGroups groups,
      Remains remains,
      Users users,
      Cancellation cancellation) {
    Machinery heeding(Cancellation other) {
      return new Machinery(runtime, calls, launcher, groups, remains, users, other);
    }
  }

  /// Opens the sandbox with the programs of this machine, for a caller that never cancels.
  public static RuncSandbox open(Path home, ControlGroups groups) {
    return open(home, groups, new LocalPrograms(), new Cancellation());
  }

  /// Opens the sandbox: finds the runtime, builds the launcher where it is not there yet, and takes
  /// away what owners left that are dead.
  ///
  /// @param home state of Assay on this machine
  /// @param cancellation ends every process that somebody waits for
  /// @param programs of this machine; the runtime and a C compiler are needed
  /// @throws AssayException an operator's fault: without root, a runtime, a compiler, or the
  ///   default list of system calls
  public static RuncSandbox open(
      Path home, ControlGroups groups, HostPrograms programs, Cancellation cancellation) {
    if (Linux.effectiveUser() != 0) {
      throw new AssayException(
          ErrorCode.NOT_PERMITTED,
          "containers need root, and this is user %d: call it again with sudo"
              .formatted(Linux.effectiveUser()));
    }
    var remains = new Remains(home, groups);
    remains.sweep();
    var sandbox =
        new RuncSandbox(
            new Machinery(
                OciRuntime.require(programs),
                SeccompList.read(SECCOMP_LIST, System.getProperty("os.arch", "")),
                NativeProgram.LAUNCHER.require(home, programs),
                groups,
                remains,
                Users.DEFAULT,
                cancellation));
    return sandbox;
  }

  /// The user and group of measured programs; what they may write has to belong to it.
  public int programUser() {
    return machinery.users().program();
  }

  /// Name of the runtime, for a run's environment.
  public String runtime() {
    return machinery.runtime().program();
  }

  @Override
  public Container start(ContainerSpec spec) {
    return start(spec, machinery);
  }

  private Container start(ContainerSpec spec, Machinery with) {
    RuncContainer container = RuncContainer.start(spec, with, open::remove);
    open.add(container);
    return container;
  }

  /// This sandbox for work that another wish ends. Its containers are closed with this one.
  public Sandbox heeding(Cancellation wish) {
    return spec -> start(spec, machinery.heeding(wish));
  }

  private void closeAll() {
    List.copyOf(open).forEach(RuncContainer::close);
  }

  /// Closes what is still open.
  @Override
  public void close() {
    closeAll();
  }
}
