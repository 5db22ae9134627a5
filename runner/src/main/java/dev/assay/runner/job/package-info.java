/// Carrying out a whole job: freezing, building, every point, and the run that is written while it
/// grows.
@NullMarked
package dev.assay.runner.job;

import org.jspecify.annotations.NullMarked;
