package dev.assay.platform.report;

import dev.assay.core.job.Job;
import dev.assay.core.run.Source;
import dev.assay.core.text.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What to type to measure the same code at the same points at home.
///
/// @param lines commands for a POSIX shell; empty when there are none to give
/// @param note what to know about them
public record HomeCommand(List<String> lines, String note) {
  public static HomeCommand of(Job job) {
    Source source = job.source();
    String bundle = "%s@%s".formatted(job.bundleName(), job.bundleVersion());
    if (!Stream.of(source.repository(), source.path()).allMatch(SafeText::isPlain)) {
      return new HomeCommand(
          List.of(), "The name of the repository or path cannot be typed, so there is no command.");
    }
    String needs =
        "It needs the bundle %s with the content hash %s.".formatted(bundle, job.bundleHash());
    if (source.commit() == null) {
      return new HomeCommand(
          List.of(run(solution(source.repository(), source.path()), job) + " --dirty"),
          "The code has no commit: this measures the folder as it lies there now. " + needs);
    }
    var lines = new ArrayList<String>();
    lines.add("git clone -- %s code".formatted(quoted(source.repository())));
    lines.add("git -C code checkout --detach %s".formatted(quoted(source.commit())));
    lines.add(run(solution("code", source.path()), job));
    return new HomeCommand(lines, needs);
  }

  private static String solution(String root, String path) {
    return path.equals(".") ? root : root + "/" + path;
  }

  private static String run(String solution, Job job) {
    String points =
        job.points().size() > 5
            ? ""
            : " --points "
                + job.points().stream()
                    .map(point -> point.name())
                    .map(HomeCommand::quoted)
                    .collect(Collectors.joining(","));
    String seeds =
        job.seeds().equals(job.barSample().seeds()) ? "" : " --seeds " + job.seeds().toText();
    return "assay run %s%s%s".formatted(quoted(solution), points, seeds);
  }

  /// The text as one word of a POSIX shell (POSIX.1-2017, XCU 2.2.2).
  static String quoted(String text) {
    return text.matches("[A-Za-z0-9_./:@%+=,-]+") && !text.startsWith("-")
        ? text
        : "'" + text.replace("'", "'\\''") + "'";
  }
}
