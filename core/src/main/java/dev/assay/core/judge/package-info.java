/// Judging points, and folding values on the way out. Pure functions.
@NullMarked
package dev.assay.core.judge;

import org.jspecify.annotations.NullMarked;
