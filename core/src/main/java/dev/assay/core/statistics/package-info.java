/// How good a number is: intervals, spread, and whether a sample is one lump. Pure functions; the
/// same values give the same answer, and nothing here draws random numbers.
@NullMarked
package dev.assay.core.statistics;

import org.jspecify.annotations.NullMarked;
