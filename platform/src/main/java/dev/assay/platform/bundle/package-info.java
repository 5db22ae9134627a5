/// What is measured against: benchmarks, the versions of their bundles, and images.
@NullMarked
package dev.assay.platform.bundle;

import org.jspecify.annotations.NullMarked;
