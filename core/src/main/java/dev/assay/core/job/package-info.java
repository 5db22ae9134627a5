/// The plan for one submission (DESIGN sections 1 and 2), and the drawing of its seeds.
@NullMarked
package dev.assay.core.job;

import org.jspecify.annotations.NullMarked;
