package dev.assay.cli.view;

import dev.assay.core.bundle.ProgramRules;
import dev.assay.core.encrypted.EncryptedWords;
import dev.assay.core.job.Job;
import dev.assay.core.run.Machine;
import dev.assay.core.run.Run;
import dev.assay.core.run.Source;
import dev.assay.core.run.Window;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import dev.assay.core.unit.DurationText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What is measured, where, in what, and judged by what: the four things that a time belongs to.
public final class RunHeader {
  private static final int DEFAULT_WIDTH = 80;
  private static final List<String> RUNTIMES = List.of("runc", "crun");
  private static final int LABEL = 14;
  private static final int SHORT_HASH = 12;

  private RunHeader() {}

  /// A few lines, without a line feed at the end.
  public static String of(Run run) {
    return of(run, DEFAULT_WIDTH);
  }

  /// @param width columns of the terminal
  public static String of(Run run, int width) {
    Job job = run.job();
    Machine machine = run.machine();
    var lines = new LinkedHashMap<String, String>();
    lines.put("code", code(job.source()));
    lines.put("machine", "%s (%s)".formatted(run.machineClass(), machine.hostName()));
    lines.put("environment", environment(job, machine, run.environment()));
    lines.put("points", points(job));
    lines.put("bar", Words.bar(job.bar(), job.protocol()));
    if (job.encrypted() != null) {
      lines.put(
          "encrypted",
          "%s, %d bits of security at least; %s"
              .formatted(
                  EncryptedWords.scheme(job.encrypted().scheme()),
                  job.encrypted().securityBits(),
                  EncryptedWords.mode(job.encrypted().mode())));
    }
    if (run.window() == Window.SELF_REPORTED) {
      lines.put("clock", "the solution's own (self-reported)");
    }
    var text =
        new StringBuilder()
            .append(
                TextLines.wrapped(
                    SafeText.oneLine(
                        "%s on %s@%s"
                            .formatted(
                                job.implementation(), job.bundleName(), job.bundleVersion())),
                    "",
                    width));
    lines.forEach((label, value) ->
        text.append(
            TextLines.wrapped(
                ("  " + label + " ".repeat(LABEL)).substring(0, LABEL) + SafeText.oneLine(value),
                " ".repeat(LABEL),
                width)));
    return text.toString().stripTrailing();
  }

  private static String code(Source source) {
    String place =
        source.path().equals(".")
            ? source.repository()
            : "%s, %s".formatted(source.repository(), source.path());
    String commit = source.commit();
    return commit == null
        ? place + ", no commit: measured as it lies"
        : "%s at %s".formatted(place, shortened(commit));
  }

  private static String environment(Job job, Machine machine, Map<String, String> environment) {
    var text =
        new StringBuilder(job.solutionImage().reference())
            .append(' ')
            .append(shortened(job.solutionImage().digest()))
            .append(", kernel ")
            .append(machine.kernel());
    for (String runtime : RUNTIMES) {
      String version = environment.get(runtime);
      if (version != null) {
        return text.append(", ").append(runtime).append(' ').append(version).toString();
      }
    }
    return text.toString();
  }

  private static String points(Job job) {
    int count = job.points().size();
    ProgramRules procedure = job.procedure();
    if (procedure != null) {
      return "%d %s, smallest first; the last again %d times when done within %s; timeout %s"
          .formatted(
              count,
              count == 1 ? "workload" : "workloads",
              procedure.repeats(),
              DurationText.of(procedure.cutoff()),
              DurationText.of(procedure.timeout()));
    }
    return "%d %s, seeds %s, %d warm-up, %d fresh"
        .formatted(
            count,
            count == 1 ? "point" : "points",
            job.seeds().toText(),
            job.barSample().warmup(),
            job.barSample().fresh());
  }

  private static String shortened(String hash) {
    int from = hash.startsWith("sha256:") ? "sha256:".length() : 0;
    return hash.substring(0, Math.min(hash.length(), from + SHORT_HASH));
  }
}
