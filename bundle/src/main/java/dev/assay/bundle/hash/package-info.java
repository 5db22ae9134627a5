/// What makes two bundles the same one: the content hash, and the files that it covers.
@NullMarked
package dev.assay.bundle.hash;

import org.jspecify.annotations.NullMarked;
