/// Sizes and durations as people write them in manifests.
@NullMarked
package dev.assay.core.unit;

import org.jspecify.annotations.NullMarked;
