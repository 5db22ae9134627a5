package dev.assay.runner.job;

import dev.assay.core.bundle.Workload;
import dev.assay.runner.point.PointRunner;
import dev.assay.runner.program.IteratedProcess;
import dev.assay.runner.program.IterationExecution;
import dev.assay.runner.program.MeasuredProgram;
import dev.assay.runner.program.PreparedWorkloads;
import dev.assay.runner.program.ProgramExecution;
import dev.assay.sandbox.Container;
import dev.assay.sandbox.ContainerSpec;
import dev.assay.sandbox.Cores;
import dev.assay.sandbox.Mount;
import dev.assay.sandbox.image.Image;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A built program in a container of its own, ready to be measured. Many may be open at once, of
/// one bundle or several; one is measured at a time.
public final class ProgramSession implements AutoCloseable {
  private final StateFolder state;
  private final Container container;
  private final Cores cores;
  private final Path output;
  private final ProgramExecution execution;
  private final IterationExecution iterations;

  private ProgramSession(
      StateFolder state,
      Container container,
      Cores cores,
      Path output,
      ProgramExecution execution,
      IterationExecution iterations) {
    this.state = state;
    this.container = container;
    this.cores = cores;
    this.output = output;
    this.execution = execution;
    this.iterations = iterations;
  }

  /// What is measured.
  ///
  /// @param id `[a-z0-9-]{1,50}`, unique on the machine while it is open
  /// @param folder of the host with the built program; `/solution` in the container, read-only, and
  ///   the working directory
  /// @param command without the workload's arguments
  public record Program(String id, Image image, Path folder, List<String> command) {
    public Program {
      command = List.copyOf(command);
    }
  }

  /// Starts its container.
  ///
  /// @param logs of standard error, by point
  public static ProgramSession open(
      ProgramBundle bundle, MachineServices machine, Program program, PointRunner.Logs logs) {
    return open(bundle, machine, program, logs, List.of(), Map.of());
  }

  /// Starts its container with more in it.
  ///
  /// @param logs of standard error, by point
  /// @param mounts beside the program and the workload's files
  /// @param environment beside the image's
  public static ProgramSession open(
      ProgramBundle bundle,
      MachineServices machine,
      Program program,
      PointRunner.Logs logs,
      List<Mount> mounts,
      Map<String, String> environment) {
    var cores = Cores.divide(bundle.spec().limits().cpus());
    var state = StateFolder.create(machine.home(), program.id());
    try {
      Container container =
          machine
              .sandbox()
              .start(
                  new ContainerSpec(
                      "assay-" + program.id(),
                      state.path().resolve("container"),
                      program.image(),
                      mounts(program, bundle, mounts),
                      cores.measured(),
                      false,
                      "solution"));
      Path output = state.path().resolve(PreparedWorkloads.OUTPUT);
      var started =
          new ProgramExecution.Program(
              program.command(), environment(program.image(), environment), "/solution", output);
      return new ProgramSession(
          state,
          container,
          cores,
          output,
          new ProgramExecution(
              bundle.spec(), bundle.workloads(), container, started, logs, machine.clock()),
          new IterationExecution(
              bundle.spec(), bundle.workloads(), container, started, logs, machine.clock()));
    } catch (RuntimeException e) {
      state.close();
      throw e;
    }
  }

  private static List<Mount> mounts(Program program, ProgramBundle bundle, List<Mount> more) {
    var mounts = new ArrayList<Mount>();
    mounts.add(Mount.readOnly(program.folder(), "/solution"));
    mounts.add(Mount.readOnly(bundle.shown(), PreparedWorkloads.FOLDER));
    mounts.addAll(more);
    return mounts;
  }

  private static Map<String, String> environment(Image image, Map<String, String> more) {
    var environment = new LinkedHashMap<>(BundleStage.environment(image));
    environment.putAll(more);
    return environment;
  }

  /// Measures once. This JVM keeps off the measured processors meanwhile.
  ///
  /// @param workload for which the bundle has no fault
  /// @param verified whether its output is kept and verified; otherwise it goes to `/dev/null`
  /// @param place among the measurements of this workload, from 0
  /// @param order among all measurements, from 0
  public MeasuredProgram measure(Workload workload, boolean verified, int place, int order) {
    try (var _ = cores.reserve()) {
      return execution.measure(workload, verified, place, order);
    }
  }

  /// Lets it do its work again and again in one process. This JVM keeps off the measured processors
  /// meanwhile.
  public IteratedProcess iterate(IterationExecution.Ask ask) {
    try (var _ = cores.reserve()) {
      return iterations.iterate(ask);
    }
  }

  /// What it printed when it was last verified.
  public Path output() {
    return output;
  }

  @Override
  public void close() {
    try (state) {
      container.close();
    }
  }
}
