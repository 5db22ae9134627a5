/// Folders as one file: what a bundle or its answers travel as.
@NullMarked
package dev.assay.bundle.archive;

import org.jspecify.annotations.NullMarked;
