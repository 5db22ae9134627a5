/// Lets the programs of a suite do their work again and again in one process, and keeps the stamps
/// that they leave.
@NullMarked
package dev.assay.runner.iterate;

import org.jspecify.annotations.NullMarked;
