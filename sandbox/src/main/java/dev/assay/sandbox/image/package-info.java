/// Images: resolving references to digests, pulling, building from packages, mounting.
@NullMarked
package dev.assay.sandbox.image;

import org.jspecify.annotations.NullMarked;
