/// Judging what runners report, and judging it again: verdict rows are only ever added.
@NullMarked
package dev.assay.platform.judge;

import org.jspecify.annotations.NullMarked;
