/// Writes the files that a host starts from.
@NullMarked
package dev.assay.bundle.scaffold;

import org.jspecify.annotations.NullMarked;
