package dev.assay.runner.suite;

import dev.assay.core.bundle.ProgramSpec;
import dev.assay.core.game.Procedure;
import dev.assay.core.game.Rounds;
import dev.assay.core.game.Step;
import dev.assay.core.game.Taken;
import dev.assay.core.suite.Language;
import dev.assay.core.suite.ProgramIdentity;
import dev.assay.core.suite.ProgramSource;
import dev.assay.core.suite.SuiteEntry;
import dev.assay.runner.job.ProgramBundle;
import dev.assay.sandbox.image.Image;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where one program of a suite stands. Used by one thread.
final class SuiteProgram {
  final ProgramSource source;
  final Path path;
  final Language language;
  final Image image;
  final ProgramBundle bundle;
  final ProgramIdentity identity;
  final long sourceBytes;

  /// Those that are in force, in order.
  final List<SuiteEntry> entries = new ArrayList<>();

  private @Nullable Path folder;
  private @Nullable String bundleFault;

  SuiteProgram(
      ProgramSource source,
      Path path,
      Language language,
      Image image,
      ProgramBundle bundle,
      ProgramIdentity identity,
      long sourceBytes) {
    this.source = source;
    this.path = path;
    this.language = language;
    this.image = image;
    this.bundle = bundle;
    this.identity = identity;
    this.sourceBytes = sourceBytes;
  }

  ProgramSpec spec() {
    ProgramSpec program = bundle.spec().program();
    if (program == null) {
      throw new IllegalStateException("a bundle of another protocol was opened");
    }
    return program;
  }

  Step next() {
    return bundleFault != null
        ? new Step.Through(Step.Reason.NO_WORKLOAD)
        : Procedure.next(spec().workloads().size(), spec().rules(), taken());
  }

  private List<Taken> taken() {
    return entries.stream().map(SuiteEntry::taken).toList();
  }

  Rounds.Turn turn() {
    long repeats = taken().stream().filter(one -> !one.verified()).count();
    return new Rounds.Turn(next(), Math.toIntExact(repeats));
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

  /// It cannot be measured now, and that is nothing that is known of it.
  void stop(String fault) {
    bundleFault = fault;
  }

  @Nullable String bundleFault() {
    return bundleFault;
  }
}
