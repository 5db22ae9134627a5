package dev.assay.cli;

import dev.assay.cli.view.EncryptedText;
import dev.assay.cli.view.PointTable;
import dev.assay.cli.view.RunHeader;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.judge.Verdict;
import dev.assay.core.run.LogFile;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.Run;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.report.LogExcerpt;
import dev.assay.platform.report.ReportPage;
import dev.assay.runner.job.JobRunner;
import dev.assay.runner.job.RunFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Judges a closed run, writes verdicts and report beside it, and shows it.
final class RunPrinter {
  private final Terminal terminal;

  RunPrinter(Terminal terminal) {
    this.terminal = terminal;
  }

  /// What stands in `verdicts.json` and what `--json` prints.
  record Judgement(String run, Map<String, Verdict> verdicts) {}

  /// What `--json` prints.
  record Printed(Run run, Map<String, Verdict> verdicts, String folder) {}

  /// Records and shows a run.
  ///
  /// @return the exit code
  int finish(JobRunner.Outcome outcome, boolean json) {
    JudgedRun judged = record(outcome);
    if (json) {
      terminal
          .out()
          .print(
              JsonCodec.toJson(
                  new Printed(
                      judged.run(), judged.verdicts(), outcome.folder().path().toString())));
      terminal.out().flush();
    } else {
      print(judged, outcome.folder());
    }
    return judged.exitCode();
  }

  /// Writes `verdicts.json` and `report.html`; when this was the reference whose answers the others
  /// are held against, those of the runs beside it that waited for them too.
  JudgedRun record(JobRunner.Outcome outcome) {
    JudgedRun judged = record(outcome.run(), outcome.folder());
    ReferenceRuns.judgedBy(outcome.run(), outcome.folder())
        .forEach(waiting -> record(waiting.run(), waiting.folder()));
    return judged;
  }

  private JudgedRun record(Run run, RunFolder folder) {
    JudgedRun judged = JudgedRun.of(run, folder);
    folder.replace(
        folder.verdictsFile(),
        JsonCodec.toJson(new Judgement(judged.run().id(), judged.verdicts())));
    writeReport(judged, folder);
    return judged;
  }

  /// Shows a run that was recorded before, and makes its report anew.
  int show(Run run, RunFolder folder) {
    JudgedRun judged = JudgedRun.of(run, folder);
    writeReport(judged, folder);
    print(judged, folder);
    return judged.exitCode();
  }

  private void writeReport(JudgedRun judged, RunFolder folder) {
    folder.replace(
        folder.reportFile(),
        ReportPage.render(judged.run(), judged.verdicts(), excerpts(judged.run(), folder)));
  }

  private void print(JudgedRun judged, RunFolder folder) {
    var out = terminal.out();
    out.println(RunHeader.of(judged.run()));
    out.println();
    out.println(PointTable.of(judged.run(), judged.verdicts(), terminal.width()));
    String encrypted = EncryptedText.of(judged.run(), terminal.width());
    if (!encrypted.isEmpty()) {
      out.println();
      out.println(encrypted);
    }
    out.println();
    out.println("run     " + shown(folder.runFile()));
    out.println("report  " + shown(folder.reportFile()));
  }

  /// Several runs in one table.
  void printTogether(List<JudgedRun> runs, Path folder) {
    var out = terminal.out();
    out.println(
        PointTable.ofMany(
            runs.stream().map(JudgedRun::run).toList(),
            runs.stream().map(JudgedRun::verdicts).toList(),
            terminal.width()));
    out.println();
    out.println("reports:");
    for (JudgedRun judged : runs) {
      out.println(
          "  %s  %s"
              .formatted(
                  shown(folder.toAbsolutePath().resolve(judged.run().id()).resolve("report.html")),
                  judged.run().job().implementation()));
    }
  }

  /// A path as short as it can be from here.
  private static String shown(Path path) {
    Path here = Path.of("").toAbsolutePath();
    return path.startsWith(here) ? here.relativize(path).toString() : path.toString();
  }

  private static List<LogExcerpt> excerpts(Run run, RunFolder folder) {
    var logs = new ArrayList<LogExcerpt>();
    if (run.build() != null) {
      add(run.build().log(), folder, logs);
    }
    for (PointResult point : run.points()) {
      for (ProcessResult process :
          new @Nullable ProcessResult[] {point.make(), point.process(), point.verify()}) {
        if (process != null) {
          add(process.stderr(), folder, logs);
        }
      }
      for (ProcessResult retry : point.retries()) {
        add(retry.stderr(), folder, logs);
      }
      if (point.measurements() != null) {
        point.measurements().forEach(one -> add(one.process().stderr(), folder, logs));
      }
      if (point.encrypted() != null) {
        point.encrypted().processes().forEach(one -> add(one.process().stderr(), folder, logs));
      }
    }
    return logs;
  }

  private static void add(@Nullable LogFile log, RunFolder folder, List<LogExcerpt> logs) {
    if (log == null || log.keptBytes() == 0) {
      return;
    }
    Path file = folder.path().resolve(log.file()).normalize();
    if (!file.startsWith(folder.path()) || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (var in = Files.newInputStream(file)) {
      logs.add(new LogExcerpt(log.file(), new String(in.readAllBytes(), StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The log %s could not be read: %s".formatted(file, e), e);
    }
  }
}
