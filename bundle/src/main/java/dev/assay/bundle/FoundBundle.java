package dev.assay.bundle;

import dev.assay.core.bundle.BundleSpec;
import java.nio.file.Path;

/// A bundle on this machine.
///
/// @param folder where it lies
/// @param spec what its manifest says
public record FoundBundle(Path folder, BundleSpec spec) {}
