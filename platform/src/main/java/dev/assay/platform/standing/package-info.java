/// Comparing: standings, two runs against each other, what people decide about suspect points.
@NullMarked
package dev.assay.platform.standing;

import org.jspecify.annotations.NullMarked;
