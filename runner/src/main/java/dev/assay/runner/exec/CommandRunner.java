package dev.assay.runner.exec;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.Ending;
import dev.assay.core.run.RunState;
import dev.assay.runner.job.MachineServices;
import dev.assay.runner.job.StateFolder;
import dev.assay.sandbox.Cancellation;
import dev.assay.sandbox.Container;
import dev.assay.sandbox.ContainerSpec;
import dev.assay.sandbox.Cores;
import dev.assay.sandbox.image.Image;
import dev.assay.sandbox.runc.HostRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Measures commands: one container for all repetitions, a fresh process tree for each.
public final class CommandRunner {
  private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  private final MachineServices machine;

  public CommandRunner(MachineServices machine) {
    this.machine = machine;
  }

  /// Measures. A command that fails, passes a limit or does not exist is an outcome; the last one
  /// ends the measuring. When it is cancelled, or the sandbox breaks after the first repetition,
  /// the result holds what was measured before and says so.
  ///
  /// @throws AssayException when nothing was measured: bad folders, a missing image, an unfit
  ///   machine
  public ExecResult execute(ExecRequest request, ExecListener listener) {
    var measured = new ArrayList<Measurement>();
    Instant startedAt = machine.clock().instant();
    Cores cores = Cores.divide(request.limits().cpus());
    listener.stage("starting the container");
    Image image = image(request.place());
    try {
      measureAll(request, image, cores, listener, measured);
    } catch (AssayException e) {
      if (measured.isEmpty()) {
        throw e;
      }
      return result(request, startedAt, image, measured, RunState.PLATFORM_ERROR, e.getMessage());
    }
    return switch (measured.getLast().process().ending()) {
      case Ending.SandboxFailed(String reason) ->
          result(request, startedAt, image, measured, RunState.PLATFORM_ERROR, reason);
      case Ending.Stopped _ -> cancelled(request, startedAt, image, measured);
      case Ending.Exited _, Ending.Signaled _, Ending.Killed _, Ending.NotStarted _ ->
          machine.cancellation().isRequested() && measured.size() < count(request)
              ? cancelled(request, startedAt, image, measured)
              : result(request, startedAt, image, measured, RunState.FINISHED, null);
    };
  }

  private ExecResult cancelled(
      ExecRequest request, Instant startedAt, Image image, List<Measurement> measured) {
    return result(
        request,
        startedAt,
        image,
        measured,
        RunState.CANCELLED,
        "%s in repetition %d of %d"
            .formatted(Cancellation.REASON, measured.size(), count(request)));
  }

  private Image image(ExecPlace place) {
    String reference = place.image();
    return reference == null ? HostRoot.image() : machine.images().require(reference);
  }

  private static int count(ExecRequest request) {
    return (request.warmups() + request.repetitions()) * request.commands().size();
  }

  private void measureAll(
      ExecRequest request,
      Image image,
      Cores cores,
      ExecListener listener,
      List<Measurement> measured) {
    String id = "exec-" + hex();
    try (var state = StateFolder.create(machine.home(), id);
        var layout = FolderLayout.lay(request, state.path(), machine.home(), machine.disks(), id);
        Container container =
            machine
                .sandbox()
                .start(
                    new ContainerSpec(
                        "assay-" + id,
                        subfolder(state.path(), "container"),
                        image,
                        layout.mounts(),
                        cores.measured(),
                        request.place().network(),
                        "exec"));
        var _ = cores.reserve()) {
      listener.stage("measuring");
      var one =
          new Repetition(
              container, request, environment(image, request.place()), layout, machine.clock());
      for (int round = 0; round < request.warmups() + request.repetitions(); round++) {
        for (int command = 0; command < request.commands().size(); command++) {
          if (machine.cancellation().isRequested()) {
            requireSomething(measured);
            return;
          }
          boolean warmup = round < request.warmups();
          Measurement measurement =
              one.measure(command, warmup ? round : round - request.warmups(), warmup);
          measured.add(measurement);
          listener.measured(measurement, measured.size(), count(request));
          if (endsAll(measurement.process().ending())) {
            return;
          }
        }
      }
    }
  }

  private static void requireSomething(List<Measurement> measured) {
    if (measured.isEmpty()) {
      throw new AssayException(ErrorCode.CANCELLED, "Cancelled.");
    }
  }

  private static boolean endsAll(Ending ending) {
    return switch (ending) {
      case Ending.Stopped _, Ending.NotStarted _, Ending.SandboxFailed _ -> true;
      case Ending.Exited _, Ending.Signaled _, Ending.Killed _ -> false;
    };
  }

  private String hex() {
    byte[] random = new byte[4];
    machine.random().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  private static Path subfolder(Path state, String name) {
    Path path = state.resolve(name);
    try {
      return Files.createDirectories(path);
    } catch (IOException e) {
      throw new AssayException(ErrorCode.IO, "%s could not be made: %s".formatted(path, e), e);
    }
  }

  /// The whole environment of commands.
  private static Map<String, String> environment(Image image, ExecPlace place) {
    var environment = new LinkedHashMap<>(image.environment());
    environment.putIfAbsent("PATH", PATH);
    environment.put("HOME", "/tmp");
    environment.put("LANG", "C.UTF-8");
    environment.putAll(place.environment());
    return environment;
  }

  private ExecResult result(
      ExecRequest request,
      Instant startedAt,
      Image image,
      List<Measurement> measured,
      RunState state,
      @Nullable String reason) {
    var versions = new TreeMap<>(machine.describer().environment());
    versions.put("runtime", machine.runtime());
    Path input = request.streams().input();
    return new ExecResult(
        ExecResult.FORMAT,
        machine.version(),
        startedAt,
        state,
        reason,
        request.commands(),
        request.warmups(),
        request.repetitions(),
        request.limits(),
        request.place(),
        input == null ? null : input.toString(),
        request.streams().output().text(),
        image.identity(),
        environment(image, request.place()),
        machine.describer().describe(),
        versions,
        measured);
  }
}
