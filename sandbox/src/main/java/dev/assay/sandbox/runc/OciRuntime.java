package dev.assay.sandbox.runc;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.sandbox.host.HostCommand;
import dev.assay.sandbox.host.HostPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The program that makes containers from OCI bundles.
///
/// @param program `runc` or `crun`
/// @param programs where it is executed
record OciRuntime(String program, HostPrograms programs) {
  /// The first of them that works here.
  ///
  /// @throws AssayException `PROGRAM_MISSING` when neither does
  static OciRuntime require(HostPrograms programs) {
    for (String program : List.of("runc", "crun")) {
      if (works(programs, program)) {
        return new OciRuntime(program, programs);
      }
    }
    throw new AssayException(
        ErrorCode.PROGRAM_MISSING,
        "neither runc nor crun can be executed; containers need one of them. Install it: apt-get install runc");
  }

  private static boolean works(HostPrograms programs, String program) {
    return programs.find(program).isPresent()
        && programs.execute(HostCommand.of(List.of(program, "--version"))).succeeded();
  }

  /// Makes a container whose first process has the channel as its streams.
  ///
  /// It is detached: runc in the foreground would copy every byte of the channel through itself.
  ///
  /// @param folder holds `bundle/`; the runtime's own state goes beside it
  /// @throws AssayException `SANDBOX_FAILED` with what the runtime said
  void start(String id, Path folder, LauncherChannel channel) {
    Path log = folder.resolve("runtime.log");
    List<String> command =
        List.of(
            programs.find(program).map(Path::toString).orElse(program),
            "--root",
            folder.resolve("runtime").toString(),
            "run",
            "--detach",
            "--bundle",
            folder.resolve("bundle").toString(),
            "--pid-file",
            folder.resolve("pid").toString(),
            id);
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectInput(channel.launcherInput().path().toFile())
              .redirectOutput(channel.launcherOutput().path().toFile())
              .redirectError(log.toFile())
              .start();
      int exitCode = process.waitFor();
      if (exitCode != 0) {
        throw new AssayException(
            ErrorCode.SANDBOX_FAILED,
            "'%s' ended with %d: %s"
                .formatted(String.join(" ", command), exitCode, Files.readString(log).strip()));
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.SANDBOX_FAILED, "cannot execute %s: %s".formatted(program, e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssayException(ErrorCode.CANCELLED, "cancelled while a container was started", e);
    }
  }

  /// Kills a container and forgets it, however far it came.
  void delete(String id, Path folder) {
    String state = folder.resolve("runtime").toString();
    programs.execute(HostCommand.of(List.of(program, "--root", state, "delete", "--force", id)));
  }
}
