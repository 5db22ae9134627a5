/// Finds which programs this machine lacks, and installs them where that is possible.
@NullMarked
package dev.assay.sandbox.setup;

import org.jspecify.annotations.NullMarked;
