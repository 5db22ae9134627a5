/// Describes the machine that measures, and checks that it is fit to.
@NullMarked
package dev.assay.sandbox.machine;

import org.jspecify.annotations.NullMarked;
