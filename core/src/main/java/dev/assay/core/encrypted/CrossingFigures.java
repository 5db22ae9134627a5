package dev.assay.core.encrypted;

import dev.assay.core.run.EncryptedPoint.Blob;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Ciphertexts that crossed in one direction, per counted case.
///
/// @param fewest in a case
/// @param most in a case
/// @param leastBytes of all ciphertexts of a case together; absent where nobody counted bytes
/// @param mostBytes absent with `leastBytes`
public record CrossingFigures(
    int fewest, int most, @Nullable Long leastBytes, @Nullable Long mostBytes) {
  /// @param counts of each counted case; null where nobody counted
  /// @param blobs of each counted case
  static @Nullable CrossingFigures of(Stream<@Nullable Integer> counts, Stream<List<Blob>> blobs) {
    var number = counts.filter(Objects::nonNull).mapToInt(Integer::intValue).summaryStatistics();
    if (number.getCount() == 0) {
      return null;
    }
    var bytes =
        blobs
            .filter(one -> !one.isEmpty())
            .mapToLong(one -> one.stream().mapToLong(Blob::bytes).sum())
            .summaryStatistics();
    boolean isCounted = bytes.getCount() > 0;
    return new CrossingFigures(
        number.getMin(),
        number.getMax(),
        isCounted ? Long.valueOf(bytes.getMin()) : null,
        isCounted ? Long.valueOf(bytes.getMax()) : null);
  }
}
