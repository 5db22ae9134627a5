package dev.assay.platform.operate;

import dev.assay.core.unit.DataSize;
import java.util.function.LongSupplier;

/// Whether there is room for what comes next.
///
/// @param free bytes that can be written
/// @param least bytes below which the platform counts as failing
public record FreeDisk(LongSupplier free, long least) implements HealthCheck {
  @Override
  public String name() {
    return "disk";
  }

  @Override
  public Finding look() {
    long bytes = free.getAsLong();
    return new Finding(
        name(),
        bytes >= least,
        "%s free, %s needed at least".formatted(DataSize.ofBytes(bytes), DataSize.ofBytes(least)));
  }
}
