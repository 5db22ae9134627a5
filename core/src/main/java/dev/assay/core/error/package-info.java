/// The one failure type of the project, its codes, and who is at fault for each.
@NullMarked
package dev.assay.core.error;

import org.jspecify.annotations.NullMarked;
