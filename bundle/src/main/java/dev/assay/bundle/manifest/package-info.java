/// Reads `bundle.toml` and `solution.toml`, and says exactly what is wrong with them.
@NullMarked
package dev.assay.bundle.manifest;

import org.jspecify.annotations.NullMarked;
