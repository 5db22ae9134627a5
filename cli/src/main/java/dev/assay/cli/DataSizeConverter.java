package dev.assay.cli;

import dev.assay.core.unit.DataSize;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads a size above zero, as in `64MiB`, `2GB`.
final class DataSizeConverter implements ITypeConverter<DataSize> {
  @Override
  public DataSize convert(String text) {
    return DataSize.parse(text)
        .filter(size -> size.bytes() > 0)
        .orElseThrow(() ->
            new TypeConversionException(
                "'%s' is not a size above zero; write it with B, KB, MB, GB (1000) or KiB, MiB, GiB (1024), as in 64MiB"
                    .formatted(text)));
  }
}
