package dev.assay.platform.page.run;

import dev.assay.core.protocol.Progress;
import dev.assay.core.text.SafeText;
import dev.assay.core.unit.DurationText;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Moment;
import dev.assay.platform.page.Texts;
import dev.assay.platform.queue.AttemptView;
import dev.assay.platform.queue.JobView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where a job stands, in words.
///
/// @param state as in `build-failed`, which is also its class
/// @param stateText in words
/// @param reason a sentence, or empty
/// @param position in words, when it waits and a runner can take it; else empty
/// @param progress absent unless it is running and has said something
record WorkView(
    String job,
    String address,
    String events,
    String state,
    String stateText,
    String reason,
    boolean isOpen,
    boolean isCancelAsked,
    String position,
    List<String> blockers,
    @Nullable ProgressView progress,
    List<AttemptLine> attempts) {

  /// @param done of `of`, over all points
  record ProgressView(String text, long done, long of) {}

  /// @param run address of its run; empty when none was opened
  record AttemptLine(
      int number,
      String runner,
      String run,
      String runAddress,
      Moment claimed,
      String took,
      String outcome,
      String reason) {}

  static WorkView of(Texts texts, JobView view) {
    var job = view.job();
    Integer position = view.position();
    return new WorkView(
        job.id(),
        Addresses.job(job.id()),
        RunAddresses.events(job.id()),
        job.state().text(),
        stateText(texts, job.state().text()),
        job.stateReason() == null ? "" : SafeText.oneLine(job.stateReason(), 1_000),
        !job.state().isFinal(),
        job.isCancelRequested(),
        position == null ? "" : texts.of("run.work.position", Integer.toString(position)),
        view.blockers().stream().map(SafeText::oneLine).toList(),
        progress(texts, view.progress()),
        view.attempts().stream().map(attempt -> attempt(texts, attempt, view.runs())).toList());
  }

  /// A state of the work in words.
  static String stateText(Texts texts, String state) {
    return texts.of("run.state." + state);
  }

  private static @Nullable ProgressView progress(Texts texts, @Nullable Progress progress) {
    if (progress == null) {
      return null;
    }
    String stage = SafeText.oneLine(progress.stage(), 200);
    if (progress.point() == null || progress.points() < 1) {
      return new ProgressView(stage, 0, 1);
    }
    long done = Math.max(0, progress.pointNumber() - 1) * (long) Math.max(1, progress.of());
    return new ProgressView(
        texts.of(
            "run.work.progress",
            stage,
            SafeText.oneLine(progress.point(), 100),
            Integer.toString(progress.pointNumber()),
            Integer.toString(progress.points()),
            Integer.toString(progress.done()),
            Integer.toString(progress.of())),
        done + progress.done(),
        Math.max(1, progress.points() * (long) Math.max(1, progress.of())));
  }

  private static AttemptLine attempt(Texts texts, AttemptView attempt, List<String> runs) {
    Instant end = attempt.endedAt();
    String outcome = attempt.outcome();
    return new AttemptLine(
        attempt.attempt(),
        SafeText.oneLine(attempt.runner()),
        attempt.run(),
        runs.contains(attempt.run()) ? Addresses.run(attempt.run()) : "",
        Moment.of(attempt.claimedAt()),
        end == null ? "" : DurationText.of(Duration.between(attempt.claimedAt(), end)),
        texts.of("run.attempt." + (outcome == null ? "open" : outcome)),
        attempt.reason() == null ? "" : SafeText.oneLine(attempt.reason(), 600));
  }
}
