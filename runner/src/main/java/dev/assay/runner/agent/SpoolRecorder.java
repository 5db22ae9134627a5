package dev.assay.runner.agent;

import dev.assay.bundle.archive.ArchiveWriter;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.protocol.ReportMessage;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.unit.DataSize;
import dev.assay.runner.job.RunFolder;
import dev.assay.runner.job.RunFollower;
import dev.assay.runner.point.FileHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Writes a run into its spool while it grows.
final class SpoolRecorder implements RunFollower {
  /// What is kept of the answers of one run at most.
  static final DataSize MOST_ANSWERS = DataSize.ofMebibytes(64);

  private static final String LEFT_OUT = "answers.log";

  private final Spool spool;
  private final Supplier<Optional<LeaseKeeper.Stop>> stopped;
  private final InstantSource clock;
  private @Nullable Run newest;
  private @Nullable RunFolder folder;
  private @Nullable Run closed;

  /// @param stopped why the job was stopped
  SpoolRecorder(Spool spool, Supplier<Optional<LeaseKeeper.Stop>> stopped, InstantSource clock) {
    this.spool = spool;
    this.stopped = stopped;
    this.clock = clock;
  }

  boolean isOpened() {
    return newest != null;
  }

  /// The run as it was reported; empty before it is closed.
  Optional<Run> closed() {
    return Optional.ofNullable(closed);
  }

  @Override
  public void opened(Run run, RunFolder opened) {
    newest = run;
    folder = opened;
    append(number -> ReportMessage.opened(number, withoutPoints(run)));
  }

  @Override
  public void built(Run run) {
    newest = run;
    if (run.build() != null) {
      var built = new ReportMessage.Built(run.build(), run.stages());
      append(number -> ReportMessage.built(number, built));
    }
  }

  @Override
  public void measured(String point, int process, CaseResult result) {
    append(number ->
        ReportMessage.measured(number, new ReportMessage.Measured(point, process, result)));
  }

  @Override
  public void point(PointResult result) {
    append(number -> ReportMessage.point(number, result));
  }

  /// The room that was kept lets a message in that the disk has none for; the run ends all the
  /// same.
  private void append(LongFunction<ReportMessage> message) {
    try {
      spool.append(message);
    } catch (AssayException full) {
      spool.releaseReserve();
      spool.append(message);
      throw full;
    }
  }

  @Override
  public void closed(Run run) {
    Run reported = asItEnded(run);
    newest = run;
    try {
      keepFiles(run);
    } catch (IOException | AssayException e) {
      reported = ended(run, RunState.PLATFORM_ERROR, "What was kept could not be packed: " + e);
    }
    close(reported);
  }

  /// A run that could not be closed where it is written down.
  void closeAfter(AssayException failure) {
    if (newest != null && closed == null) {
      close(ended(newest, RunState.PLATFORM_ERROR, failure.getMessage()));
    }
  }

  private void close(Run run) {
    spool.releaseReserve();
    spool.append(number -> ReportMessage.closed(number, withoutPoints(run)));
    closed = run;
  }

  /// What its author did not cancel is a fault of the platform, and is tried again.
  private Run asItEnded(Run run) {
    if (run.state() != RunState.CANCELLED) {
      return run;
    }
    return switch (stopped.get().orElse(LeaseKeeper.Stop.SHUTDOWN)) {
      case CANCELLED -> run;
      case LEASE_LOST ->
          ended(run, RunState.PLATFORM_ERROR, "the runner lost its lease on the job");
      case SHUTDOWN -> ended(run, RunState.PLATFORM_ERROR, "the runner was stopped");
    };
  }

  private void keepFiles(Run run) throws IOException {
    RunFolder place = folder;
    if (place == null) {
      return;
    }
    long bytes = 0;
    var leftOut = new StringBuilder();
    for (PointResult point : run.points()) {
      for (int process = 0; process <= point.retries().size(); process++) {
        Path answers = place.answers(point.point(), process);
        if (Files.isDirectory(answers)) {
          String name = "answers/%s/%d.tar.zst".formatted(point.point(), process);
          Path archive = spool.folder().resolve("answers.next");
          ArchiveWriter.writeFolder(answers, archive);
          long size = Files.size(archive);
          if (bytes + size > MOST_ANSWERS.bytes()) {
            leftOut.append(
                "%s was left out: with its %s the run's answers would have more than %s.%n"
                    .formatted(name, DataSize.ofBytes(size).toText(), MOST_ANSWERS.toText()));
          } else {
            bytes += size;
            keep(name, archive);
          }
        }
      }
    }
    if (!leftOut.isEmpty()) {
      Files.writeString(place.log(LEFT_OUT), leftOut);
    }
    for (Path log : logs(place)) {
      Path copy = spool.folder().resolve("log.next");
      Files.copy(log, copy, StandardCopyOption.REPLACE_EXISTING);
      keep(place.logName(String.valueOf(log.getFileName())), copy);
    }
  }

  private static List<Path> logs(RunFolder place) throws IOException {
    try (var files = Files.list(place.path().resolve("logs"))) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private void keep(String name, Path file) throws IOException {
    String hash = FileHash.of(file);
    var kept = new ReportMessage.KeptFile(name, hash, Files.size(file));
    // Atomic, since the same content may be under way under another name this moment.
    Files.move(file, spool.file(hash), StandardCopyOption.ATOMIC_MOVE);
    spool.append(number -> ReportMessage.file(number, kept));
  }

  private Run ended(Run run, RunState state, String reason) {
    Instant end = run.endedAt() == null ? clock.instant() : run.endedAt();
    return run.with(end, state, reason, run.stages(), run.build(), run.points());
  }

  static Run withoutPoints(Run run) {
    return run.with(
        run.endedAt(), run.state(), run.stateReason(), run.stages(), run.build(), List.of());
  }

  /// The error that a failure before the run was opened is surrendered for.
  static String reason(AssayException e) {
    return e.code() == ErrorCode.INTERNAL
        ? e.getMessage()
        : "%s (%s)"
            .formatted(
                e.getMessage(),
                e.code().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'));
  }
}
