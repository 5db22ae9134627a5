/// The report of a suite: pages of its tasks, languages, pairs of languages and programs that need
/// nothing but each other. Drawn on the way out from the measurements.
@NullMarked
package dev.assay.platform.report.suite;

import org.jspecify.annotations.NullMarked;
