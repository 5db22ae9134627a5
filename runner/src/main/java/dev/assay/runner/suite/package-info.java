/// Measures suites of programs: builds, measures in the order of the procedure, keeps every
/// measurement as soon as it is made.
@NullMarked
package dev.assay.runner.suite;

import org.jspecify.annotations.NullMarked;
