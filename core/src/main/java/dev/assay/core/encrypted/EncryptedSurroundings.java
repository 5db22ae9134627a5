package dev.assay.core.encrypted;

import dev.assay.core.run.EncryptedPoint;
import dev.assay.core.run.Run;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What the numbers of an encrypted run belong to besides code, machine and image: where the halves
/// were executed, and the author's parameters. Every text is `–` under other protocols.
public final class EncryptedSurroundings {
  private static final String NONE = "–";

  private EncryptedSurroundings() {}

  /// Where client and server were.
  public static String halves(Run run) {
    var plan = run.job().encrypted();
    return plan == null ? NONE : EncryptedWords.mode(plan.mode());
  }

  /// Degree and modulus; several where they differ between points.
  public static String parameters(Run run) {
    return ofPoints(
        run,
        point -> point.security() == null ? null : EncryptedWords.parameters(point.security()));
  }

  /// What the author's file says.
  public static String config(Run run) {
    return ofPoints(run, EncryptedPoint::config);
  }

  private static String ofPoints(Run run, Function<EncryptedPoint, @Nullable String> text) {
    String all =
        run.points().stream()
            .map(point -> point.encrypted())
            .filter(Objects::nonNull)
            .map(text)
            .filter(Objects::nonNull)
            .distinct()
            .collect(Collectors.joining("; "));
    return all.isEmpty() ? NONE : all;
  }
}
