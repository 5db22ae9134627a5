package dev.assay.cli;

import dev.assay.cli.client.ApiClient;
import dev.assay.cli.view.PointTable;
import dev.assay.cli.view.RunHeader;
import dev.assay.core.judge.Verdict;
import dev.assay.core.run.Run;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.queue.JobState;
import dev.assay.platform.queue.JobView;
import dev.assay.platform.run.RunView;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Shows what came of a job on a platform: the platform's verdicts, and the exit code that tells
/// how it went.
final class WatchedJob {
  private final ApiClient client;
  private final Terminal terminal;

  WatchedJob(ApiClient client, Terminal terminal) {
    this.client = client;
    this.terminal = terminal;
  }

  /// What `--json` prints.
  record Printed(JobView job, Map<String, Verdict> verdicts) {}

  /// @return the exit code
  int print(JobView job, boolean json) {
    Optional<JudgedRun> judged =
        job.runs().isEmpty() ? Optional.empty() : Optional.of(load(job.runs().getLast()));
    if (json) {
      terminal
          .out()
          .print(
              JsonCodec.toJson(new Printed(job, judged.map(JudgedRun::verdicts).orElse(Map.of()))));
      terminal.out().flush();
    } else {
      show(job, judged);
    }
    return exitCode(job, judged);
  }

  private JudgedRun load(String id) {
    byte[] document = client.load("/api/v1/runs/%s/document".formatted(id));
    Run run = JsonCodec.readRun(document, "the run's document");
    RunView view = client.get("/api/v1/runs/" + id, RunView.class);
    var verdicts = new LinkedHashMap<String, Verdict>();
    for (RunView.PointSummary point : view.points()) {
      if (point.verdict() != null) {
        verdicts.put(point.point(), point.verdict());
      }
    }
    JudgedRun here = JudgedRun.of(run);
    here.verdicts().forEach(verdicts::putIfAbsent);
    return new JudgedRun(run, verdicts);
  }

  private void show(JobView job, Optional<JudgedRun> judged) {
    judged.ifPresent(run -> {
      terminal.out().println(RunHeader.of(run.run()));
      terminal.out().println();
      terminal.out().println(PointTable.of(run.run(), run.verdicts(), terminal.width()));
      terminal.out().println();
    });
    String reason = job.job().stateReason() == null ? "" : ": " + job.job().stateReason();
    terminal
        .out()
        .println("job     %s, %s%s".formatted(job.job().id(), job.job().state().text(), reason));
    if (!job.runs().isEmpty()) {
      terminal
          .out()
          .println("run     %s/api/v1/runs/%s".formatted(client.platform(), job.runs().getLast()));
    }
  }

  private static int exitCode(JobView job, Optional<JudgedRun> judged) {
    JobState state = job.job().state();
    if (state == JobState.PLATFORM_ERROR || state == JobState.CANCELLED) {
      return 4;
    }
    if (state == JobState.BUNDLE_ERROR) {
      return 3;
    }
    return judged.map(JudgedRun::exitCode).orElse(4);
  }
}
