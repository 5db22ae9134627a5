package dev.assay.cli;

import dev.assay.cli.client.ApiClient;
import dev.assay.cli.view.ProgressLine;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.protocol.Progress;
import dev.assay.core.text.SafeText;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.http.Problem;
import dev.assay.platform.queue.JobState;
import dev.assay.platform.queue.JobView;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Follows a job on a platform until it has ended.
final class JobWatch {
  private static final int MOST_BREAKS = 20;
  private static final long PAUSE_MILLIS = 1000;

  private final ApiClient client;
  private final ProgressLine line;
  private @Nullable JobView newest;
  private String shownStage = "";

  JobWatch(ApiClient client, ProgressLine line) {
    this.client = client;
    this.line = line;
  }

  /// The job that a person means by its id or by that of one of its runs.
  static String jobOf(String text) {
    int dash = text.indexOf('-');
    String id = dash < 0 ? text : text.substring(0, dash);
    return URLEncoder.encode(id.strip(), StandardCharsets.UTF_8);
  }

  /// Shows how it goes, and gives the job as it ended. A stream that breaks is taken up again.
  JobView untilEnd(String job) {
    int breaks = 0;
    while (newest == null || !newest.job().state().isFinal()) {
      JobView before = newest;
      try {
        client.events("/api/v1/jobs/%s/events".formatted(job), this::heard);
      } catch (AssayException e) {
        breaks = Objects.equals(before, newest) ? breaks + 1 : 1;
        if (e.code() != ErrorCode.UNREACHABLE || breaks > MOST_BREAKS) {
          throw e;
        }
        line.stage("the connection broke; trying again");
      }
      pause();
    }
    return newest;
  }

  private void pause() {
    if (newest != null && newest.job().state().isFinal()) {
      return;
    }
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssayException(ErrorCode.CANCELLED, "Cancelled.", e);
    }
  }

  private void heard(String event, byte[] document) {
    if (event.equals("problem")) {
      Problem problem = JsonCodec.read(document, Problem.class, "the stream");
      throw new AssayException(
          problem.status() == 404 ? ErrorCode.NOT_FOUND : ErrorCode.NOT_ALLOWED, problem.detail());
    }
    JobView view = JsonCodec.read(document, JobView.class, "the stream");
    newest = view;
    show(view);
  }

  private void show(JobView view) {
    Progress progress = view.progress();
    if (view.job().state() == JobState.RUNNING && progress != null && progress.point() != null) {
      String stage =
          "point %d of %d, %s"
              .formatted(progress.pointNumber(), progress.points(), progress.point());
      if (!stage.equals(shownStage)) {
        stage(stage);
      }
      line.cases(progress.done(), progress.of());
    } else {
      String stage = stage(view, progress);
      if (!stage.equals(shownStage)) {
        stage(stage);
      }
    }
  }

  private void stage(String text) {
    shownStage = text;
    line.stage(text);
  }

  private static String stage(JobView view, @Nullable Progress progress) {
    return switch (view.job().state()) {
      case QUEUED -> queued(view);
      case RUNNING -> progress == null ? "claimed by " + runner(view) : progress.stage();
      case FINISHED, BUILD_FAILED, BUNDLE_ERROR, PLATFORM_ERROR, CANCELLED ->
          view.job().state().text();
    };
  }

  private static String runner(JobView view) {
    return view.attempts().isEmpty() ? "a runner" : view.attempts().getLast().runner();
  }

  private static String queued(JobView view) {
    if (!view.blockers().isEmpty()) {
      return "queued, and no registered runner can take it: "
          + SafeText.oneLine(String.join("; ", view.blockers()));
    }
    String again = view.job().attempt() == 0 ? "" : " again, after attempt " + view.job().attempt();
    return view.position() == null
        ? "queued" + again
        : "queued%s, place %d".formatted(again, view.position());
  }
}
