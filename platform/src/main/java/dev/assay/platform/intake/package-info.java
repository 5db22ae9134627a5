/// What runners report: checked, stored once, judged.
@NullMarked
package dev.assay.platform.intake;

import org.jspecify.annotations.NullMarked;
