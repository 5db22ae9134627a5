package dev.assay.runner.suite;

import dev.assay.core.bundle.ProgramSpec;
import dev.assay.core.game.Procedure;
import dev.assay.core.game.Rounds;
import dev.assay.core.game.Step;
import dev.assay.core.game.Taken;
import dev.assay.core.suite.ProgramIdentity;
import dev.assay.core.suite.ProgramSource;
import dev.assay.core.suite.SuiteEntry;
import dev.assay.runner.job.ProgramBundle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where one program of a suite stands. Used by one thread.
final class SuiteProgram {
  final ProgramSource source;
  final ProgramBundle bundle;
  final ProgramIdentity identity;
  final OpenSuite.OpenProgram opened;
  final long sourceBytes;

  private final List<SuiteEntry> entries = new ArrayList<>();
  private @Nullable Path folder;
  private @Nullable String bundleFault;
  private Rounds.@Nullable Turn turn;

  SuiteProgram(OpenSuite.OpenProgram opened, long sourceBytes) {
    this.opened = opened;
    this.source = opened.source();
    this.bundle = opened.bundle();
    this.identity = opened.identity();
    this.sourceBytes = sourceBytes;
  }

  /// Those that are in force, in order.
  List<SuiteEntry> entries() {
    return Collections.unmodifiableList(entries);
  }

  void add(SuiteEntry entry) {
    entries.add(entry);
    turn = null;
  }

  ProgramSpec spec() {
    ProgramSpec program = bundle.spec().program();
    if (program == null) {
      throw new IllegalStateException("a bundle of another protocol was opened");
    }
    return program;
  }

  Step next() {
    return turn().step();
  }

  private List<Taken> taken() {
    return entries.stream().map(SuiteEntry::taken).toList();
  }

  /// Kept until something is measured: a suite asks all of its programs before each measurement.
  Rounds.Turn turn() {
    Rounds.Turn known = turn;
    if (known == null) {
      known = turnNow();
      turn = known;
    }
    return known;
  }

  private Rounds.Turn turnNow() {
    List<Taken> taken = taken();
    Step step =
        bundleFault != null
            ? new Step.Through(Step.Reason.NO_WORKLOAD)
            : Procedure.next(spec().workloads().size(), spec().rules(), taken);
    long repeats = taken.stream().filter(one -> !one.verified()).count();
    return new Rounds.Turn(step, Math.toIntExact(repeats));
  }

  boolean isThrough() {
    return next() instanceof Step.Through;
  }

  boolean hasFailed() {
    return bundleFault != null || entries.stream().anyMatch(entry -> !entry.row().isOk());
  }

  /// How often a workload was measured.
  int measured(int workload) {
    return Math.toIntExact(entries.stream().filter(entry -> entry.workload() == workload).count());
  }

  /// Where it was built; absent until it is.
  @Nullable Path folder() {
    return folder;
  }

  void builtIn(Path built) {
    folder = built;
  }

  /// What was built is of no use any more.
  void forgetBuilt() {
    if (folder != null) {
      OpenSuite.forget(folder);
      folder = null;
    }
  }

  /// It cannot be measured now, and that is nothing that is known of it.
  void stop(String fault) {
    bundleFault = fault;
    turn = null;
  }

  @Nullable String bundleFault() {
    return bundleFault;
  }
}
