package dev.assay.platform.submission;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Point;
import dev.assay.core.job.Job;
import dev.assay.core.job.JobPlanner;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.solution.Requires;
import dev.assay.core.text.TextHash;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.bundle.BundleVersion;
import dev.assay.platform.port.SolutionSources.FrozenSolution;
import dev.assay.platform.queue.Demand;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/// Plans a job and writes it down. Pure: the same submission, bundle and ask give the same bytes.
final class JobPlans {
  private JobPlans() {}

  /// A plan as it is recorded.
  ///
  /// @param document the job as JSON; what stands in it holds for ever
  /// @param hash SHA-256 of the document, hex
  /// @param isRanked whether all points and the whole sample are measured
  record Plan(Job job, String document, String hash, boolean isRanked) {}

  static Plan plan(
      FrozenSolution frozen, ImageIdentity image, BundleVersion bundle, JobPlanner.Ask ask) {
    Job job =
        JobPlanner.plan(
            new JobPlanner.Submission(
                frozen.implementation(), frozen.source(), frozen.solution(), image),
            new JobPlanner.FrozenBundle(bundle.spec(), bundle.hash(), bundle.image()),
            ask);
    String document = JsonCodec.toJson(job);
    return new Plan(job, document, TextHash.of(document), isWhole(job, bundle.spec()));
  }

  private static boolean isWhole(Job job, BundleSpec spec) {
    return job.seeds().equals(spec.sample().seeds())
        && new HashSet<>(names(job.points())).containsAll(names(spec.points()));
  }

  private static List<String> names(List<Point> points) {
    return points.stream().map(Point::name).toList();
  }

  /// What the job asks of a runner: what the bundle grants or what the solution says it needs,
  /// whichever is more.
  ///
  /// @param built digests that recipes make
  static Demand demand(Plan plan, BundleVersion bundle, Collection<String> built) {
    Job job = plan.job();
    Requires requires = job.requires();
    return new Demand(
        requires.arch().equals("any") ? null : requires.arch(),
        Math.max(requires.cores(), job.limits().cpus()),
        Math.max(
            requires.memory().bytes(),
            Math.max(job.limits().memory().bytes(), job.bundleLimits().memory().bytes())),
        requires.gpu(),
        requires.labels(),
        plan.isRanked() ? bundle.referencePool() : null,
        digests(job).stream().filter(digest -> !built.contains(digest)).toList());
  }

  /// Digests of both images, each once.
  static List<String> digests(Job job) {
    return Stream.of(job.solutionImage().digest(), job.bundleImage().digest()).distinct().toList();
  }
}
