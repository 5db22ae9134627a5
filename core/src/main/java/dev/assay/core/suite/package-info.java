/// Suites: which programs in which languages are measured against which bundles, and what came of
/// that.
@NullMarked
package dev.assay.core.suite;

import org.jspecify.annotations.NullMarked;
