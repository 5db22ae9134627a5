/// Who is calling, and what they may do.
@NullMarked
package dev.assay.platform.access;

import org.jspecify.annotations.NullMarked;
