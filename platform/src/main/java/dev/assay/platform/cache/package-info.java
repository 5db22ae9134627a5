/// What is kept in memory for a while.
@NullMarked
package dev.assay.platform.cache;

import org.jspecify.annotations.NullMarked;
