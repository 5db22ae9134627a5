package dev.assay.core.job;

import dev.assay.core.bundle.Bar;
import dev.assay.core.bundle.BundleLimits;
import dev.assay.core.bundle.EncryptedMode;
import dev.assay.core.bundle.EncryptionScheme;
import dev.assay.core.bundle.Limits;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.ProgramRules;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.bundle.Sample;
import dev.assay.core.bundle.Score;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.run.Source;
import dev.assay.core.solution.Requires;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The plan for one submission: a recipe of a few kilobytes, with no test data in it. What stands
/// here was in force.
///
/// @param implementation name of the implementation
/// @param language absent when the solution brings its own program
/// @param solutionImage what it is built and run in
/// @param bundleName `name` of the bundle
/// @param bundleVersion its version
/// @param bundleHash its content hash, hex SHA-256
/// @param points to be measured, in order
/// @param seeds asked for; equal to the bar's sample unless a subset was asked for
/// @param barSample what the bar is defined over
/// @param retryDisturbed how often a case is measured again at most when other work disturbed it, 1
///   to 10; absent for never, so that such a plan is written as it always was
/// @param procedure how programs are measured; absent under other protocols than `program`
/// @param encrypted how encrypted solutions are measured; absent under other protocols than
///   `encrypted`
public record Job(
    String implementation,
    Source source,
    @Nullable String language,
    ImageIdentity solutionImage,
    String bundleName,
    String bundleVersion,
    String bundleTitle,
    String bundleHash,
    ImageIdentity bundleImage,
    Protocol protocol,
    List<Point> points,
    Seeds seeds,
    Sample barSample,
    Bar bar,
    Score score,
    Limits limits,
    BundleLimits bundleLimits,
    Requires requires,
    @Nullable Integer retryDisturbed,
    @Nullable ProgramRules procedure,
    @Nullable EncryptedPlan encrypted) {
  /// The most that `retryDisturbed` may be.
  public static final int MOST_RETRIES = 10;

  public Job {
    points = List.copyOf(points);
    if (retryDisturbed != null && (retryDisturbed < 1 || retryDisturbed > MOST_RETRIES)) {
      throw new IllegalArgumentException(
          "%d retries of disturbed cases, where 1 to %d are possible"
              .formatted(retryDisturbed, MOST_RETRIES));
    }
  }

  /// How encrypted solutions are measured.
  ///
  /// @param mode where the halves are executed
  /// @param scheme of the envelope
  /// @param securityBits that parameters must reach at least
  public record EncryptedPlan(EncryptedMode mode, EncryptionScheme scheme, int securityBits) {}

  /// A plan under another protocol than `encrypted`.
  public Job(
      String implementation,
      Source source,
      @Nullable String language,
      ImageIdentity solutionImage,
      String bundleName,
      String bundleVersion,
      String bundleTitle,
      String bundleHash,
      ImageIdentity bundleImage,
      Protocol protocol,
      List<Point> points,
      Seeds seeds,
      Sample barSample,
      Bar bar,
      Score score,
      Limits limits,
      BundleLimits bundleLimits,
      Requires requires,
      @Nullable Integer retryDisturbed,
      @Nullable ProgramRules procedure) {
    this(
        implementation,
        source,
        language,
        solutionImage,
        bundleName,
        bundleVersion,
        bundleTitle,
        bundleHash,
        bundleImage,
        protocol,
        points,
        seeds,
        barSample,
        bar,
        score,
        limits,
        bundleLimits,
        requires,
        retryDisturbed,
        procedure,
        null);
  }

  /// A plan under the protocol `call`.
  public Job(
      String implementation,
      Source source,
      @Nullable String language,
      ImageIdentity solutionImage,
      String bundleName,
      String bundleVersion,
      String bundleTitle,
      String bundleHash,
      ImageIdentity bundleImage,
      Protocol protocol,
      List<Point> points,
      Seeds seeds,
      Sample barSample,
      Bar bar,
      Score score,
      Limits limits,
      BundleLimits bundleLimits,
      Requires requires,
      @Nullable Integer retryDisturbed) {
    this(
        implementation,
        source,
        language,
        solutionImage,
        bundleName,
        bundleVersion,
        bundleTitle,
        bundleHash,
        bundleImage,
        protocol,
        points,
        seeds,
        barSample,
        bar,
        score,
        limits,
        bundleLimits,
        requires,
        retryDisturbed,
        null,
        null);
  }
}
