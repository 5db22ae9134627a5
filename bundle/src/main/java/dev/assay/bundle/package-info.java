/// Bundles on this machine: what an author asks for, and where it lies.
@NullMarked
package dev.assay.bundle;

import org.jspecify.annotations.NullMarked;
