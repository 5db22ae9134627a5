package dev.assay.core.suite;

import dev.assay.core.bundle.BundleSpec;

/// What the programs of a task are measured against.
///
/// @param spec of the protocol `program`
/// @param hash of the bundle's content, as programs' identities hold it
public record TaskBundle(BundleSpec spec, String hash) {}
