/// The JSON that Assay writes and reads: runs, and the files of the point directory (DESIGN section
/// 3).
///
/// Names are snake_case, words of the design are written as their `text()`, absent values are left
/// out. Reading is strict: what this code would not write, it does not read.
@NullMarked
package dev.assay.core.wire;

import org.jspecify.annotations.NullMarked;
