package dev.assay.platform.intake;

import dev.assay.core.bundle.Score;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.Job;
import dev.assay.core.judge.Summary;
import dev.assay.core.protocol.ReportMessage;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.intake.ReportIntake.HashedMessage;
import dev.assay.platform.judge.JudgedRun;
import dev.assay.platform.judge.Rejudged;
import dev.assay.platform.judge.RunJudging;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Stores the messages of one batch that are new, of an attempt that holds its lease.
final class BatchStore {
  /// The largest JSON of a message, by what is in it.
  private static final int MOST_RUN = 512 << 10;

  private static final int MOST_CASE = 256 << 10;
  private static final int MOST_POINT = 24 << 20;

  /// The most files that a run keeps.
  private static final long MOST_FILES = 2_000;

  private final Handle handle;
  private final ReportRepository reports;
  private final AttemptLeases leases;
  private final ReportedAttempt attempt;
  private final RunContents contents;
  private @Nullable Long runKey;
  private @Nullable Run opened;
  private boolean isClosed;

  BatchStore(
      Handle handle, ReportRepository reports, AttemptLeases leases, ReportedAttempt attempt) {
    this.handle = handle;
    this.reports = reports;
    this.leases = leases;
    this.attempt = attempt;
    this.contents = new RunContents(attempt);
    this.runKey = attempt.runKey();
    this.opened =
        attempt.opened() == null
            ? null
            : JsonCodec.read(
                attempt.opened().getBytes(StandardCharsets.UTF_8), Run.class, attempt.runId());
    this.isClosed = attempt.isClosed();
  }

  /// @param messages in the order of their sequence
  /// @return sequences of those that are stored now; the others have to come again
  List<Long> store(List<HashedMessage> messages) {
    var stored = new ArrayList<Long>();
    for (HashedMessage message : messages) {
      if (!isDue(message.message())) {
        break;
      }
      requireSize(message);
      reports.insertMessage(attempt.runId(), message.sequence(), message.hash());
      if (attempt.isRejudging()) {
        storeRejudging(message.message());
      } else {
        storeMeasuring(message);
      }
      stored.add(message.sequence());
    }
    return stored;
  }

  /// Nothing before the run is opened, and the end after all else.
  private boolean isDue(ReportMessage message) {
    if (isClosed) {
      throw contents.refused("message %d comes after the end".formatted(message.sequence()));
    }
    if (message.closed() != null) {
      return reports.countMessages(attempt.runId(), message.sequence()) == message.sequence() - 1;
    }
    return attempt.isRejudging() || opened != null || message.opened() != null;
  }

  private void requireSize(HashedMessage message) {
    ReportMessage one = message.message();
    int most =
        one.point() != null || one.rejudged() != null
            ? MOST_POINT
            : one.measured() != null || one.file() != null ? MOST_CASE : MOST_RUN;
    if (message.document().length() > most) {
      throw new AssayException(
          ErrorCode.TOO_LARGE,
          "Message %d of run %s has %d characters, where %d are the most."
              .formatted(message.sequence(), attempt.runId(), message.document().length(), most));
    }
  }

  private void storeMeasuring(HashedMessage message) {
    ReportMessage one = message.message();
    if (one.opened() != null) {
      open(one.opened(), one.sequence());
      return;
    }
    Run run = requireOpened();
    Optional<String> other = Optional.empty();
    if (one.built() != null) {
      other = reports.insertBuild(requireRunKey(), JsonCodec.toLine(one.built()));
    } else if (one.measured() != null) {
      int pointNo = contents.requireMeasured(run, one.measured());
      other =
          reports.insertMeasured(
              requireRunKey(), pointNo, one.measured().process(), one.measured().result());
    } else if (one.point() != null) {
      other = storePoint(run, one.point());
    } else if (one.file() != null) {
      other = storeFile(one.file());
    } else if (one.closed() != null) {
      close(run, one.closed());
    } else {
      throw contents.refused("a message says what was judged again, and the job measures");
    }
    other.ifPresent(ignored ->
        reports.insertLate(
            attempt, message.sequence(), ReportIntake.CONTRADICTS, message.document()));
  }

  private void open(Run run, long sequence) {
    Long implementationKey = attempt.implementationKey();
    if (sequence != 1 || opened != null || implementationKey == null) {
      throw contents.refused(
          "message %d opens the run, which only message 1 does".formatted(sequence));
    }
    contents.requireOpened(run);
    runKey = reports.insertRun(attempt, implementationKey, run);
    opened = run;
  }

  private Optional<String> storePoint(Run run, PointResult point) {
    int pointNo = contents.requireWhole(run, point);
    Score score = contents.job().score();
    var scores = new ArrayList<@Nullable Double>();
    for (CaseResult one : point.cases()) {
      List<Double> values = Summary.of(score, one.kind(), List.of(one)).values();
      scores.add(values.isEmpty() ? null : values.getFirst());
    }
    Optional<String> other = reports.insertPoint(requireRunKey(), pointNo, point, scores);
    if (other.isEmpty()) {
      RunJudging.judgePoint(handle, judged(run), pointNo, point);
    }
    return other;
  }

  private Optional<String> storeFile(ReportMessage.KeptFile file) {
    contents.requireFile(file);
    if (!RunnerBlobRepository.isUploaded(handle, attempt.runnerKey(), file.blob(), file.bytes())) {
      throw contents.refused(
          "'%s' names a blob that this runner has not brought in that size".formatted(file.name()));
    }
    if (reports.countFiles(requireRunKey()) >= MOST_FILES) {
      throw contents.refused("it keeps more than %d files".formatted(MOST_FILES));
    }
    return reports.insertFile(requireRunKey(), file.name(), file.blob(), file.bytes());
  }

  private void close(Run run, Run closed) {
    contents.requireClosed(run, closed);
    reports.insertEnd(requireRunKey(), closed);
    RunJudging.judgeRest(handle, judged(run), closed);
    leases.end(handle, attempt.jobKey(), attempt.attempt(), closed.state(), closed.stateReason());
    isClosed = true;
  }

  private void storeRejudging(ReportMessage message) {
    if (message.rejudged() != null) {
      ReportIntake.rejudged(handle, attempt, contents, message);
    } else if (message.closed() != null) {
      RunState state = message.closed().state();
      if (!message.closed().id().equals(attempt.runId()) || state == RunState.RUNNING) {
        throw contents.refused("it is closed as '%s', %s".formatted(message.closed().id(), state));
      }
      String reason = message.closed().stateReason();
      if (attempt.rejudgeItemKey() != null) {
        Rejudged.end(handle, attempt.rejudgeItemKey(), reason);
      }
      leases.end(handle, attempt.jobKey(), attempt.attempt(), state, reason);
      isClosed = true;
    } else if (message.opened() == null) {
      throw contents.refused("a message says what was measured, and the job only judges again");
    }
  }

  private JudgedRun judged(Run run) {
    Job job = contents.job();
    return new JudgedRun(
        requireRunKey(),
        attempt.implementationKey() == null ? 0 : attempt.implementationKey(),
        attempt.bundleVersionKey(),
        run.machineClass(),
        run.window(),
        job);
  }

  private Run requireOpened() {
    if (opened == null) {
      throw new IllegalStateException("a message before the run was opened: " + attempt.runId());
    }
    return opened;
  }

  private long requireRunKey() {
    if (runKey == null) {
      throw new IllegalStateException("a message before the run was opened: " + attempt.runId());
    }
    return runKey;
  }
}
