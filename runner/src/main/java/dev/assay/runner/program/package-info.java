/// Whole programs under measurement, under the protocol `program`: what they are given, one
/// execution, what became of its output, and the procedure over all workloads.
@NullMarked
package dev.assay.runner.program;

import org.jspecify.annotations.NullMarked;
