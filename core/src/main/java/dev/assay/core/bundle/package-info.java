/// What a host publishes, as values: signature, points, sample, bar, score and limits (DESIGN
/// section 3).
@NullMarked
package dev.assay.core.bundle;

import org.jspecify.annotations.NullMarked;
