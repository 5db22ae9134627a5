package dev.assay.core.bundle;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Everything that a bundle's manifest says.
///
/// @param image reference of the image that its command runs in
/// @param command run as `COMMAND make DIR --point JSON --seeds 1,2,3` and `COMMAND verify DIR`
/// @param reference folder of the reference solution in the bundle; absent when there is none
/// @param checkSkips names of checks that `bundle check` leaves out, each with its written reason
/// @param buildNetwork whether a solution's build may use the network
/// @param program what it says of whole programs; absent under other protocols than `program`
/// @param envelope what it says of its envelope; absent under other protocols than `encrypted`
public record BundleSpec(
    BundleName name,
    Version version,
    String title,
    Protocol protocol,
    String image,
    List<String> command,
    @Nullable String reference,
    Signature signature,
    List<Point> points,
    Sample sample,
    Bar bar,
    Score score,
    Limits limits,
    BundleLimits bundleLimits,
    boolean buildNetwork,
    List<CheckSkip> checkSkips,
    @Nullable ProgramSpec program,
    @Nullable EnvelopeSpec envelope) {
  public BundleSpec {
    command = List.copyOf(command);
    points = List.copyOf(points);
    checkSkips = List.copyOf(checkSkips);
  }

  /// A bundle of another protocol than `encrypted`.
  public BundleSpec(
      BundleName name,
      Version version,
      String title,
      Protocol protocol,
      String image,
      List<String> command,
      @Nullable String reference,
      Signature signature,
      List<Point> points,
      Sample sample,
      Bar bar,
      Score score,
      Limits limits,
      BundleLimits bundleLimits,
      boolean buildNetwork,
      List<CheckSkip> checkSkips,
      @Nullable ProgramSpec program) {
    this(
        name,
        version,
        title,
        protocol,
        image,
        command,
        reference,
        signature,
        points,
        sample,
        bar,
        score,
        limits,
        bundleLimits,
        buildNetwork,
        checkSkips,
        program,
        null);
  }

  /// A bundle of the protocol `call`.
  public BundleSpec(
      BundleName name,
      Version version,
      String title,
      Protocol protocol,
      String image,
      List<String> command,
      @Nullable String reference,
      Signature signature,
      List<Point> points,
      Sample sample,
      Bar bar,
      Score score,
      Limits limits,
      BundleLimits bundleLimits,
      boolean buildNetwork,
      List<CheckSkip> checkSkips) {
    this(
        name,
        version,
        title,
        protocol,
        image,
        command,
        reference,
        signature,
        points,
        sample,
        bar,
        score,
        limits,
        bundleLimits,
        buildNetwork,
        checkSkips,
        null,
        null);
  }

  /// What it says of whole programs.
  ///
  /// @throws IllegalStateException under another protocol than `program`
  public ProgramSpec requireProgram() {
    if (program == null) {
      throw new IllegalStateException("%s is not for programs".formatted(id()));
    }
    return program;
  }

  /// What it says of its envelope.
  ///
  /// @throws IllegalStateException under another protocol than `encrypted`
  public EnvelopeSpec requireEnvelope() {
    if (envelope == null) {
      throw new IllegalStateException("%s is not encrypted".formatted(id()));
    }
    return envelope;
  }

  /// A check that the host leaves out, and why.
  public record CheckSkip(String check, String reason) {}

  public Optional<Point> findPoint(String pointName) {
    return points.stream().filter(point -> point.name().equals(pointName)).findFirst();
  }

  /// The bundle as people write it, `name@version`.
  public String id() {
    return name + "@" + version;
  }
}
