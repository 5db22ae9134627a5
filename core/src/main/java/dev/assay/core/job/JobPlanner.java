package dev.assay.core.job;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.EncryptedMode;
import dev.assay.core.bundle.EnvelopeSpec;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.run.Source;
import dev.assay.core.solution.SolutionSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Makes the plan. A pure function of the submission, the bundle and what was asked for.
public final class JobPlanner {
  private JobPlanner() {}

  /// What is submitted, frozen.
  public record Submission(
      String implementation, Source source, SolutionSpec solution, ImageIdentity image) {}

  /// What it is measured against, frozen.
  public record FrozenBundle(BundleSpec spec, String hash, ImageIdentity image) {}

  /// What was asked for beyond the bar's own.
  ///
  /// @param points names of points; absent for all
  /// @param seeds a subset of the sample; absent for the whole sample
  /// @param retryDisturbed how often a disturbed case is measured again at most, 0 to 10; anything
  ///   else is an `AssayException` (`USAGE`)
  /// @param joined whether an encrypted solution is executed in one process, for comparison
  public record Ask(
      @Nullable List<String> points, @Nullable Seeds seeds, int retryDisturbed, boolean joined) {
    public Ask {
      if (retryDisturbed < 0 || retryDisturbed > Job.MOST_RETRIES) {
        throw new AssayException(
            ErrorCode.USAGE,
            "--retry-disturbed %d: a disturbed case can be measured again 0 to %d times."
                .formatted(retryDisturbed, Job.MOST_RETRIES));
      }
    }

    /// The bar's points and sample, each case once.
    public static final Ask EVERYTHING = new Ask(null, null);

    /// Each case once.
    public Ask(@Nullable List<String> points, @Nullable Seeds seeds) {
      this(points, seeds, 0, false);
    }

    /// Split, where it is encrypted.
    public Ask(@Nullable List<String> points, @Nullable Seeds seeds, int retryDisturbed) {
      this(points, seeds, retryDisturbed, false);
    }

    /// The same, with disturbed cases measured again.
    public Ask retryingDisturbed(int atMost) {
      return new Ask(points, seeds, atMost, joined);
    }

    /// The same, with an encrypted solution in one process.
    public Ask inOneProcess() {
      return new Ask(points, seeds, retryDisturbed, true);
    }
  }

  /// @throws AssayException `USAGE` when a point is unknown, named twice, a seed is not in the
  ///   sample, no point or seed is left, or disturbed cases cannot be measured again
  public static Job plan(Submission submission, FrozenBundle bundle, Ask ask) {
    BundleSpec spec = bundle.spec();
    Seeds seeds = ask.seeds() == null ? spec.sample().seeds() : ask.seeds();
    if (seeds.count() == 0) {
      throw new AssayException(
          ErrorCode.USAGE, "No seed is asked for; name at least one, as in --seeds 1-5.");
    }
    requireOfSample(spec, seeds);
    return new Job(
        submission.implementation(),
        submission.source(),
        submission.solution().language(),
        submission.image(),
        spec.name().text(),
        spec.version().toString(),
        spec.title(),
        bundle.hash(),
        bundle.image(),
        spec.protocol(),
        points(spec, ask),
        seeds,
        spec.sample(),
        spec.bar(),
        spec.score(),
        spec.limits(),
        spec.bundleLimits(),
        submission.solution().requires(),
        retries(submission, spec, ask),
        spec.program() == null ? null : spec.program().rules(),
        encrypted(submission, spec, ask));
  }

  /// Of a program with its own clock all cases are visible from the start, and nothing is known of
  /// what went on around one of them.
  private static @Nullable Integer retries(Submission submission, BundleSpec spec, Ask ask) {
    int asked = ask.retryDisturbed();
    if (asked > 0 && spec.protocol() == Protocol.PROGRAM) {
      throw new AssayException(
          ErrorCode.USAGE,
          "--retry-disturbed %d: %s measures whole programs, and program.repeats says how often. Leave the option out."
              .formatted(asked, spec.id()));
    }
    if (asked > 0 && submission.solution().bringsOwnProgram()) {
      throw new AssayException(
          ErrorCode.USAGE,
          "--retry-disturbed %d: %s brings its own program and clock, so nobody can tell which of its cases was disturbed. Leave the option out."
              .formatted(asked, submission.implementation()));
    }
    return asked == 0 ? null : asked;
  }

  private static Job.@Nullable EncryptedPlan encrypted(
      Submission submission, BundleSpec spec, Ask ask) {
    EnvelopeSpec envelope = spec.envelope();
    if (envelope == null) {
      if (ask.joined()) {
        throw new AssayException(
            ErrorCode.USAGE,
            "--joined: %s is not encrypted, so there is nothing to join. Leave the option out."
                .formatted(spec.id()));
      }
      return null;
    }
    EncryptedMode mode = ask.joined() ? EncryptedMode.JOINED : EncryptedMode.SPLIT;
    return new Job.EncryptedPlan(
        submission.solution().bringsOwnProgram() ? EncryptedMode.SELF_REPORTED : mode,
        envelope.scheme(),
        envelope.securityBits());
  }

  private static void requireOfSample(BundleSpec spec, Seeds seeds) {
    var others = new ArrayList<>(seeds.values());
    others.removeAll(new HashSet<>(spec.sample().seeds().values()));
    if (!others.isEmpty()) {
      throw new AssayException(
          ErrorCode.USAGE,
          "Seeds %s are not in the sample of the bundle %s; ask for some of %s."
              .formatted(new Seeds(others).toText(), spec.id(), spec.sample().seeds().toText()));
    }
  }

  private static List<Point> points(BundleSpec spec, Ask ask) {
    List<String> names = ask.points();
    if (names == null) {
      return spec.points();
    }
    if (names.isEmpty() || names.stream().distinct().count() != names.size()) {
      throw new AssayException(
          ErrorCode.USAGE, "Points %s: name at least one, and each only once.".formatted(names));
    }
    List<Point> asked = names.stream().map(name -> requirePoint(spec, name)).toList();
    // Workloads are measured in ascending order, however they were asked for.
    return spec.protocol() == Protocol.PROGRAM
        ? spec.points().stream().filter(asked::contains).toList()
        : asked;
  }

  private static Point requirePoint(BundleSpec spec, String name) {
    return spec.findPoint(name)
        .orElseThrow(() ->
            new AssayException(
                ErrorCode.USAGE,
                "The bundle %s has no point '%s'; its points are %s."
                    .formatted(
                        spec.id(),
                        name,
                        spec.points().stream()
                            .map(Point::name)
                            .collect(Collectors.joining(", ")))));
  }
}
