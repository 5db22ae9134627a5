/// System calls of Linux, through the C library and `java.lang.foreign`.
@NullMarked
package dev.assay.sandbox.kernel;

import org.jspecify.annotations.NullMarked;
