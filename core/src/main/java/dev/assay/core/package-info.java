/// The domain of Assay. Values and pure functions; nothing here reads or writes.
@NullMarked
package dev.assay.core;

import org.jspecify.annotations.NullMarked;
