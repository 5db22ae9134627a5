/// Runs programs in containers, enforces limits, and measures what they cost. Knows no bundle.
@NullMarked
package dev.assay.sandbox;

import org.jspecify.annotations.NullMarked;
