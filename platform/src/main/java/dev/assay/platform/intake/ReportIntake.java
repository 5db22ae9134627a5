package dev.assay.platform.intake;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.protocol.ReportBatch;
import dev.assay.core.protocol.ReportMessage;
import dev.assay.core.protocol.RunnerProtocol;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.TextHash;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.access.RunnerIdentity;
import dev.assay.platform.judge.Rejudged;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Stores what runners report: each batch in one transaction, each message once.
///
/// * A message that is here already is acknowledged and changes nothing, whenever and however often
///   it comes.
/// * A message that contradicts what is stored is kept for the operator; the first one stays.
/// * Messages of an attempt that lost its lease are kept for the operator, and the runner is told.
/// * What does not fit the plan is refused with `REQUEST_INVALID`, and the whole batch with it.
public final class ReportIntake {
  private static final Logger LOG = LoggerFactory.getLogger(ReportIntake.class);
  static final String LATE = "the attempt had lost its lease";
  static final String CONTRADICTS = "contradicts what was stored before";

  private final Jdbi jdbi;
  private final AttemptLeases leases;

  public ReportIntake(Jdbi jdbi, AttemptLeases leases) {
    this.jdbi = jdbi;
    this.leases = leases;
  }

  /// @throws AssayException `NOT_FOUND` when the runner never had that attempt, `REQUEST_INVALID`
  ///   when a message does not fit, `TOO_LARGE` when there are too many
  public ReportBatch.Receipt accept(RunnerIdentity runner, ReportBatch batch) {
    if (batch.messages().size() > RunnerProtocol.MOST_MESSAGES) {
      throw new AssayException(
          ErrorCode.TOO_LARGE,
          "A batch of %d messages: %d are the most."
              .formatted(batch.messages().size(), RunnerProtocol.MOST_MESSAGES));
    }
    ReportBatch.Receipt receipt = jdbi.inTransaction(handle -> accept(handle, runner, batch));
    log(batch, receipt);
    return receipt;
  }

  private static void log(ReportBatch batch, ReportBatch.Receipt receipt) {
    var about = LOG.atInfo().addKeyValue("job", batch.jobId()).addKeyValue("run", batch.runId());
    if (receipt.late()) {
      about.log("{} messages came too late", receipt.stored().size());
      return;
    }
    for (ReportMessage message : batch.messages()) {
      if (message.opened() != null) {
        about.log("the run was opened");
      } else if (message.closed() != null) {
        about.log("the run was closed as {}", message.closed().state().text());
      }
    }
  }

  private ReportBatch.Receipt accept(Handle handle, RunnerIdentity runner, ReportBatch batch) {
    var reports = new ReportRepository(handle);
    reports.lockRun(batch.runId());
    ReportedAttempt attempt =
        reports
            .findAttempt(batch.runId(), batch.jobId(), batch.attempt(), runner.key())
            .orElseThrow(() -> unknown(batch));
    List<HashedMessage> messages =
        batch.messages().stream()
            .map(HashedMessage::of)
            .sorted(Comparator.comparingLong(HashedMessage::sequence))
            .toList();
    Map<Long, String> known =
        reports.messageHashes(
            batch.runId(), messages.stream().map(HashedMessage::sequence).toList());
    var stored = new ArrayList<Long>();
    var fresh = new ArrayList<HashedMessage>();
    for (HashedMessage message : messages) {
      String hash = known.putIfAbsent(message.sequence(), message.hash());
      if (hash == null) {
        fresh.add(message);
      } else {
        if (!hash.equals(message.hash())) {
          reports.insertLate(attempt, message.sequence(), CONTRADICTS, message.document());
        }
        stored.add(message.sequence());
      }
    }
    boolean late = !fresh.isEmpty() && isLate(handle, runner, batch);
    if (late) {
      fresh.forEach(one -> reports.insertLate(attempt, one.sequence(), LATE, one.document()));
      fresh.forEach(one -> stored.add(one.sequence()));
    } else if (!fresh.isEmpty()) {
      stored.addAll(new BatchStore(handle, reports, leases, attempt).store(fresh));
      reports.notifyJob(batch.jobId());
    }
    return new ReportBatch.Receipt(stored.stream().distinct().sorted().toList(), late);
  }

  private boolean isLate(Handle handle, RunnerIdentity runner, ReportBatch batch) {
    return switch (leases.check(handle, runner.key(), batch.jobId(), batch.attempt())) {
      case HELD -> false;
      case LATE -> true;
      case UNKNOWN -> throw unknown(batch);
    };
  }

  private static AssayException unknown(ReportBatch batch) {
    return new AssayException(
        ErrorCode.NOT_FOUND,
        "This runner never had attempt %d of a job '%s' with the run '%s'."
            .formatted(
                batch.attempt(), SafeText.shown(batch.jobId()), SafeText.shown(batch.runId())));
  }

  /// A message with the hash of its JSON.
  record HashedMessage(ReportMessage message, String document, String hash) {
    static HashedMessage of(ReportMessage message) {
      String document = JsonCodec.toLine(message);
      return new HashedMessage(message, document, TextHash.of(document));
    }

    long sequence() {
      return message.sequence();
    }
  }

  /// What was judged again goes to the rejudging that it belongs to.
  static void rejudged(
      Handle handle, ReportedAttempt attempt, RunContents contents, ReportMessage message) {
    Long item = attempt.rejudgeItemKey();
    if (item == null || message.rejudged() == null) {
      throw contents.refused("a message says what was judged again, and the job measures");
    }
    var point = message.rejudged();
    int pointNo = contents.requirePoint(point.point());
    Rejudged.recorded(handle, item, pointNo)
        .ifPresentOrElse(
            recorded -> contents.requireSameMeasurement(recorded, point),
            () -> {
              throw contents.refused(
                  "the point '%s' was not measured in that run".formatted(point.point()));
            });
    Rejudged.store(handle, item, pointNo, point);
  }
}
