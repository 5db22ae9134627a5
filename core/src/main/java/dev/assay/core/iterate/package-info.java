/// Programs that do their work again and again in one process: the stamps that they leave between
/// iterations, and what these amount to.
@NullMarked
package dev.assay.core.iterate;

import org.jspecify.annotations.NullMarked;
