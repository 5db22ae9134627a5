package dev.assay.core.bundle;

import dev.assay.core.unit.DataSize;
import java.time.Duration;

/// The limits of a bundle's own commands, per point.
public record BundleLimits(Duration make, Duration verify, DataSize memory) {}
