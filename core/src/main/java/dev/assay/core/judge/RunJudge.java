package dev.assay.core.judge;

import dev.assay.core.bundle.Point;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Judges every point of a run's plan, those that were never measured too.
public final class RunJudge {
  private RunJudge() {}

  /// The verdict of every planned point by its name, in the order of the plan.
  public static Map<String, Verdict> judge(Run run) {
    Map<String, PointResult> results =
        run.points().stream()
            .collect(
                Collectors.toMap(
                    PointResult::point, Function.identity(), (first, second) -> first));
    var verdicts = new LinkedHashMap<String, Verdict>();
    for (Point point : run.job().points()) {
      verdicts.put(
          point.name(),
          PointJudge.judge(
              run.job().bar(),
              run.job().barSample(),
              results.get(point.name()),
              whyNotMeasured(run)));
    }
    return Collections.unmodifiableMap(verdicts);
  }

  private static String whyNotMeasured(Run run) {
    return switch (run.state()) {
      case RUNNING -> "not measured yet";
      case FINISHED -> "not measured";
      case BUILD_FAILED -> "the build failed";
      case BUNDLE_ERROR -> "the bundle is at fault";
      case PLATFORM_ERROR -> "the platform is at fault";
      case CANCELLED -> "cancelled before it was measured";
    };
  }
}
