package dev.assay.runner.iterate;

import dev.assay.core.bundle.Workload;
import dev.assay.core.iterate.IterationEntry;
import dev.assay.core.iterate.IterationIdentity;
import dev.assay.core.iterate.IterationStatus;
import dev.assay.runner.suite.OpenSuite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where one program stands. Used by one thread.
final class IteratingProgram {
  final OpenSuite.OpenProgram opened;
  final IterationIdentity identity;
  final List<Path> beside;
  final Workload workload;
  private final int due;
  private final List<IterationEntry> entries = new ArrayList<>();
  private @Nullable Path folder;
  private boolean stopped;

  /// @param beside files that lie beside its source
  /// @param due processes
  IteratingProgram(
      OpenSuite.OpenProgram opened,
      IterationIdentity identity,
      List<Path> beside,
      Workload workload,
      int due) {
    this.opened = opened;
    this.identity = identity;
    this.beside = List.copyOf(beside);
    this.workload = workload;
    this.due = due;
  }

  /// Those that are in force, in order.
  List<IterationEntry> entries() {
    return Collections.unmodifiableList(entries);
  }

  void add(IterationEntry entry) {
    entries.add(entry);
  }

  String name() {
    return opened.source().shortName();
  }

  /// The place of the process that is next, `IterationEntry.PROOF` for the proof; empty when it is
  /// through. A proof that failed ends it, and so does a process that took too long; one that
  /// failed otherwise does not end the others.
  Optional<Integer> next() {
    Optional<IterationEntry> proof = entries.stream().filter(IterationEntry::isProof).findFirst();
    if (stopped || hasTimedOut() || proof.filter(one -> !one.isOk()).isPresent()) {
      return Optional.empty();
    }
    int done = Math.toIntExact(entries.stream().filter(one -> !one.isProof()).count());
    if (done >= due) {
      return Optional.empty();
    }
    return Optional.of(proof.isEmpty() ? IterationEntry.PROOF : done);
  }

  private boolean hasTimedOut() {
    return entries.stream().anyMatch(one -> one.status() == IterationStatus.TIMED_OUT);
  }

  /// Processes that are through or will never be executed.
  int through() {
    int done = Math.toIntExact(entries.stream().filter(one -> !one.isProof()).count());
    return next().isPresent() ? Math.min(done, due) : due;
  }

  /// It cannot be executed now, and that is nothing that is known of it.
  void stop() {
    stopped = true;
  }

  /// Where it was built; absent until it is.
  @Nullable Path folder() {
    return folder;
  }

  void builtIn(Path built) {
    folder = built;
  }
}
