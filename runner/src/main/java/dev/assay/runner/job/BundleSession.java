package dev.assay.runner.job;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Point;
import dev.assay.core.job.JobPlanner;
import dev.assay.core.job.PlannedCase;
import dev.assay.core.run.CaseKind;
import dev.assay.runner.point.BundleCommands;
import dev.assay.runner.point.PointDirectory;
import dev.assay.runner.point.PointRunner;
import dev.assay.runner.point.Workspace;
import dev.assay.runner.program.PreparedWorkloads;
import dev.assay.sandbox.Container;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// A bundle's container with a work space, for its commands alone: `bundle make`, `verify`,
/// `check`.
public final class BundleSession implements AutoCloseable {
  private final StateFolder state;
  private final Workspace workspace;
  private final BundleStage stage;
  private final Container container;
  private final BundleCommands commands;

  private BundleSession(
      StateFolder state,
      Workspace workspace,
      BundleStage stage,
      Container container,
      BundleCommands commands) {
    this.state = state;
    this.workspace = workspace;
    this.stage = stage;
    this.container = container;
    this.commands = commands;
  }

  /// Freezes the bundle in `folder` and starts its container.
  public static BundleSession open(
      Path folder, MachineServices machine, Surroundings surroundings) {
    String id = "bundle-" + random(machine.random());
    var state = StateFolder.create(machine.home(), id);
    Workspace workspace = null;
    try {
      workspace = Workspace.create(machine.disks(), id, machine.workSize());
      var stage = BundleStage.freeze(folder, workspace, machine.images());
      var container =
          stage.start(machine, "assay-" + id, state.path().resolve("container"), surroundings);
      return new BundleSession(
          state, workspace, stage, container, stage.commands(container, surroundings));
    } catch (RuntimeException e) {
      if (workspace != null) {
        workspace.close();
      }
      state.close();
      throw e;
    }
  }

  private static String random(SecureRandom source) {
    byte[] bytes = new byte[4];
    source.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  public BundleSpec spec() {
    return stage.spec();
  }

  public JobPlanner.FrozenBundle frozen() {
    return stage.frozen();
  }

  /// DIR on the host.
  public Path directory() {
    return workspace.directory();
  }

  /// A file beside DIR for a command's log; gone with the session.
  public Path log() {
    return state.path().resolve("command.log");
  }

  /// Runs `make` in an empty DIR.
  public BundleCommands.Outcome make(Point point, List<Long> seeds) {
    workspace.wipePoint();
    return commands.make(point, seeds, log(), "command.log");
  }

  /// Holds what `make` wrote to the signature.
  ///
  /// @param seeds as `make` was asked for them
  public PointDirectory.Inspected inspect(Point point, List<Long> seeds) throws IOException {
    var planned = new ArrayList<PlannedCase>();
    seeds.forEach(seed -> planned.add(new PlannedCase(planned.size(), seed, CaseKind.SAMPLE)));
    return new PointDirectory(directory(), spec().signature()).inspect(point, planned);
  }

  /// Its workloads as files, where it is a bundle for programs.
  ///
  /// @param logs of its commands
  public PreparedWorkloads workloads(PointRunner.Logs logs) {
    return new PreparedWorkloads(spec(), workspace, commands, logs);
  }

  /// As above, with logs that are gone with the session.
  public PreparedWorkloads workloads() {
    return workloads(new FolderLogs(state.path()));
  }

  Workspace workspace() {
    return workspace;
  }

  /// Runs `verify` in DIR as it is.
  public BundleCommands.Outcome verify() {
    return commands.verify(log(), "command.log");
  }

  @Override
  public void close() {
    try (state;
        workspace) {
      container.close();
    }
  }
}
