/// Comparing: which of two numbers is better, and whether the data can tell (DESIGN section 7).
/// Pure functions over scores by seed.
@NullMarked
package dev.assay.core.rank;

import org.jspecify.annotations.NullMarked;
