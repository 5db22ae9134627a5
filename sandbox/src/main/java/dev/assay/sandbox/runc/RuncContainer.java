package dev.assay.sandbox.runc;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.sandbox.Container;
import dev.assay.sandbox.ContainerSpec;
import dev.assay.sandbox.MeasuredProcess;
import dev.assay.sandbox.Mount;
import dev.assay.sandbox.ProcessSpec;
import dev.assay.sandbox.cgroup.GroupLimits;
import dev.assay.sandbox.cgroup.ProcessGroup;
import dev.assay.sandbox.kernel.KernelException;
import dev.assay.sandbox.kernel.Linux;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A container whose first process is the launcher.
final class RuncContainer implements Container {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int OPEN_FILES = 4096;
  private static final List<String> SCRATCH = List.of("/tmp", "/dev/shm");

  private final ContainerSpec spec;
  private final RuncSandbox.Machinery machinery;
  private final Consumer<RuncContainer> closed;
  private final LauncherChannel channel;
  private final RootFilesystem root;
  private final AtomicBoolean closing = new AtomicBoolean();
  private @Nullable LivingProcess launcher;
  private int executions;
  private @Nullable RuncProcess current;

  private RuncContainer(
      ContainerSpec spec,
      RuncSandbox.Machinery machinery,
      Consumer<RuncContainer> closed,
      LauncherChannel channel) {
    this.spec = spec;
    this.machinery = machinery;
    this.closed = closed;
    this.channel = channel;
    this.root = new RootFilesystem(spec.stateFolder(), spec.image().root());
  }

  /// Starts it, and takes everything back when that fails.
  ///
  /// @param closed called once it has been taken away
  static RuncContainer start(
      ContainerSpec spec, RuncSandbox.Machinery machinery, Consumer<RuncContainer> closed) {
    if (!spec.name().matches("[a-z0-9-]{1,64}")) {
      throw new IllegalArgumentException("not a container's name: '%s'".formatted(spec.name()));
    }
    LauncherChannel channel;
    try {
      channel = LauncherChannel.open();
    } catch (KernelException refused) {
      throw new AssayException(
          ErrorCode.SANDBOX_FAILED, "cannot start a container: " + refused.getMessage(), refused);
    }
    machinery.remains().claim(spec.name(), spec.stateFolder());
    var container = new RuncContainer(spec, machinery, closed, channel);
    try {
      container.start();
      return container;
    } catch (RuntimeException e) {
      try {
        container.close();
      } catch (RuntimeException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  private void start() {
    try {
      List<Mount> mounts = mapped(mounts());
      root.mount(mounts, machinery.groups().hierarchies().size(), machinery.users());
      Files.createDirectories(streams());
      Path bundle = Files.createDirectories(spec.stateFolder().resolve("bundle"));
      var withMounts =
          new ContainerSpec(
              spec.name(),
              spec.stateFolder(),
              spec.image(),
              mounts,
              spec.cpus(),
              spec.network(),
              spec.hostName());
      Files.writeString(
          bundle.resolve("config.json"),
          new OciConfig(withMounts, machinery.users())
              .toJson(
                  root.root(),
                  machinery.launcher(),
                  streams(),
                  machinery.groups().hierarchies(),
                  group("launcher"),
                  machinery.calls()));
      machinery.runtime().start(id(), spec.stateFolder(), channel);
      channel.started();
      long pid = Long.parseLong(Files.readString(spec.stateFolder().resolve("pid")).strip());
      launcher = LivingProcess.find(pid).orElseThrow(() -> failed("the launcher died at once"));
      // Programs inherit it. The launcher itself sleeps while they run, and on their processor it
      // hears of their end without waiting for another one.
      Linux.setAffinity(pid, spec.cpus());
    } catch (IOException e) {
      throw new AssayException(ErrorCode.IO, "cannot start a container: " + e.getMessage(), e);
    }
    Optional<Answer> answer = channel.await(PATIENCE);
    if (answer.filter(Answer.Hello.class::isInstance).isEmpty()) {
      throw failed("the launcher did not say hello, but %s".formatted(answer));
    }
  }

  /// With the host's network, names resolve as they do on the host.
  private List<Mount> mounts() throws IOException {
    var mounts = new ArrayList<>(spec.mounts());
    for (String file : List.of("/etc/resolv.conf", "/etc/hosts")) {
      if (spec.network() && Files.exists(Path.of(file))) {
        mounts.add(Mount.readOnly(Path.of(file).toRealPath(), file));
      }
    }
    return mounts;
  }

  /// Mounts as the owner are mounted apart, and from there into the container.
  private List<Mount> mapped(List<Mount> mounts) {
    var all = new ArrayList<Mount>();
    for (Mount mount : mounts) {
      Path staged = spec.stateFolder().resolve("mapped").resolve(Integer.toString(all.size()));
      all.add(
          switch (mount.access()) {
            case READ_ONLY, WRITABLE -> mount;
            case AS_OWNER -> {
              OwnerMapping.mount(mount.source(), staged, machinery.users().program());
              yield Mount.writable(staged, mount.target());
            }
            case READ_AS_OWNER ->
                OwnerMapping.tryToMount(mount.source(), staged, machinery.users().program())
                    ? Mount.readOnly(staged, mount.target())
                    : Mount.readOnly(mount.source(), mount.target());
          });
    }
    return all;
  }

  private Path streams() {
    return spec.stateFolder().resolve("io");
  }

  private String group(String leaf) {
    return "assay/%s/%s".formatted(spec.name(), leaf);
  }

  private String id() {
    return "assay-" + spec.name();
  }

  @Override
  public MeasuredProcess execute(ProcessSpec process) {
    if (current != null && !current.finished()) {
      throw new IllegalStateException("the process before has neither been finished nor stopped");
    }
    var clock = MachineClock.now();
    String name = "p" + ++executions;
    Streams streams = Streams.open(streams(), name, process, machinery.users());
    ProcessGroup group = null;
    try {
      // The launcher sets the process up while its groups are made.
      channel.execute(order(name, process, streams));
      group =
          machinery
              .groups()
              .create(
                  group(name), new GroupLimits(process.memory(), process.processes(), spec.cpus()));
      @Nullable Answer refused = letGo(group);
      var started =
          new RuncProcess(
              process,
              spec.cpus().size(),
              channel,
              group,
              streams,
              clock,
              machinery.cancellation());
      if (refused != null) {
        started.take(refused);
      }
      current = started;
      return started;
    } catch (RuntimeException e) {
      takeBack(streams, group, e);
      throw e;
    }
  }

  private void takeBack(Streams streams, @Nullable ProcessGroup group, RuntimeException first) {
    try {
      // A launcher that has forked, or will, must not be given another order.
      close();
      streams.close();
      if (group != null) {
        group.remove();
      }
    } catch (RuntimeException second) {
      first.addSuppressed(second);
    }
  }

  private Order order(String name, ProcessSpec process, Streams streams) {
    return new Order(
        machinery.users().program(),
        machinery.users().program(),
        process.scratch().bytes(),
        OPEN_FILES,
        spec.network(),
        writesAsOwner(),
        streams.standardInput(),
        streams.standardOutput(),
        streams.standardError(),
        streams.stamps(),
        hiddenByScratch(),
        group(name),
        process.workingDirectory(),
        process.command(),
        process.environment());
  }

  private boolean writesAsOwner() {
    return spec.mounts().stream().anyMatch(mount -> mount.access() == Mount.Access.AS_OWNER);
  }

  private List<String> hiddenByScratch() {
    return spec.mounts().stream()
        .map(Mount::target)
        .filter(target -> SCRATCH.stream().anyMatch(folder -> Path.of(target).startsWith(folder)))
        .sorted()
        .toList();
  }

  /// Has the process forked into its group, which is there now.
  ///
  /// @return what the launcher said instead when it could not fork, or the process gave up first
  private @Nullable Answer letGo(ProcessGroup group) {
    Answer prepared = next("the launcher did not prepare in time");
    if (!(prepared instanceof Answer.Ready)) {
      return prepared;
    }
    channel.go();
    return switch (next("the launcher did not fork in time")) {
      case Answer.Joined _ -> null;
      case Answer.Forked _ -> move(group);
      case Answer other -> other;
    };
  }

  private Answer next(String absent) {
    return channel.await(PATIENCE).orElseThrow(() -> failed(absent));
  }

  /// Puts a process that could not join its group there and lets it go.
  ///
  /// @return what the launcher said instead when the process gave up first
  private @Nullable Answer move(ProcessGroup group) {
    Optional<Long> pid = ForkedChild.find(launcher == null ? 0 : launcher.pid());
    try {
      pid.ifPresent(group::add);
    } catch (AssayException refused) {
      // It gave up meanwhile, which the launcher tells; or it lives and cannot be limited.
      Optional<Answer> reason = channel.await(Duration.ofMillis(200));
      if (reason.isPresent()) {
        return reason.get();
      }
      throw refused;
    }
    if (pid.isEmpty()) {
      return next("the forked process is not there");
    }
    channel.go();
    return null;
  }

  private AssayException failed(String what) {
    String log = "";
    try {
      log = Files.readString(spec.stateFolder().resolve("runtime.log")).strip();
    } catch (IOException absent) {
      // Then there is nothing to add.
    }
    return new AssayException(
        ErrorCode.SANDBOX_FAILED,
        "container %s: %s%s".formatted(spec.name(), what, log.isEmpty() ? "" : ": " + log));
  }

  @Override
  public void close() {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    // The launcher exits, and the kernel kills all of its pid namespace.
    channel.endOrders();
    if (!awaitEnd()) {
      machinery.runtime().delete(id(), spec.stateFolder());
    }
    machinery.groups().removeTree("assay/" + spec.name());
    root.unmount();
    Remains.remove(spec.stateFolder());
    machinery.remains().release(spec.name());
    if (current != null) {
      current.abandon();
    }
    channel.close();
    closed.accept(this);
  }

  /// The first process of a pid namespace ends after all the others (pid_namespaces(7)).
  private boolean awaitEnd() {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (launcher != null && launcher.alive()) {
      if (System.nanoTime() > end) {
        return false;
      }
      LockSupport.parkNanos(500_000);
    }
    return true;
  }
}
