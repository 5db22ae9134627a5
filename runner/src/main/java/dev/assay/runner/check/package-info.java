/// Proving a bundle before it is published, and a run after it was made.
@NullMarked
package dev.assay.runner.check;

import org.jspecify.annotations.NullMarked;
