package dev.assay.cli;

import dev.assay.core.unit.DurationText;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads a time above zero, as in `500ms`, `10s`, `2m`, `1h`.
final class DurationConverter implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    return DurationText.parse(text)
        .filter(Duration::isPositive)
        .orElseThrow(() ->
            new TypeConversionException(
                "'%s' is not a time above zero; write it as in 500ms, 10s, 2m, 1h"
                    .formatted(text)));
  }
}
