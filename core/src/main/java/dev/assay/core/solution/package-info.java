/// What an author submits, as values (DESIGN section 4).
@NullMarked
package dev.assay.core.solution;

import org.jspecify.annotations.NullMarked;
