/// The page of programs that iterate.
@NullMarked
package dev.assay.platform.report.iterate;

import org.jspecify.annotations.NullMarked;
