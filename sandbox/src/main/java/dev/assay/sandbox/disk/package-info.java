/// File systems in a file: space of a known size that disappears as a whole.
@NullMarked
package dev.assay.sandbox.disk;

import org.jspecify.annotations.NullMarked;
