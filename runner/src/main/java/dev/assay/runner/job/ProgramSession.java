package dev.assay.runner.job;

import dev.assay.core.bundle.Workload;
import dev.assay.runner.point.PointRunner;
import dev.assay.runner.program.MeasuredProgram;
import dev.assay.runner.program.PreparedWorkloads;
import dev.assay.runner.program.ProgramExecution;
import dev.assay.sandbox.Container;
import dev.assay.sandbox.ContainerSpec;
import dev.assay.sandbox.Cores;
import dev.assay.sandbox.Mount;
import dev.assay.sandbox.image.Image;
import java.nio.file.Path;
import java.util.List;

/// A built program in a container of its own, ready to be measured. Many may be open at once, of
/// one bundle or several; one is measured at a time.
public final class ProgramSession implements AutoCloseable {
  private final StateFolder state;
  private final Container container;
  private final Cores cores;
  private final Path output;
  private final ProgramExecution execution;

  private ProgramSession(
      StateFolder state,
      Container container,
      Cores cores,
      Path output,
      ProgramExecution execution) {
    this.state = state;
    this.container = container;
    this.cores = cores;
    this.output = output;
    this.execution = execution;
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
                      List.of(
                          Mount.readOnly(program.folder(), "/solution"),
                          Mount.readOnly(bundle.shown(), PreparedWorkloads.FOLDER)),
                      cores.measured(),
                      false,
                      "solution"));
      Path output = state.path().resolve(PreparedWorkloads.OUTPUT);
      return new ProgramSession(
          state,
          container,
          cores,
          output,
          new ProgramExecution(
              bundle.spec(),
              bundle.workloads(),
              container,
              new ProgramExecution.Program(
                  program.command(), BundleStage.environment(program.image()), "/solution", output),
              logs,
              machine.clock()));
    } catch (RuntimeException e) {
      state.close();
      throw e;
    }
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
