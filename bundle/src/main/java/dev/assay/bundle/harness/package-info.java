/// The program around an author's functions: generated per language from a bundle's signature, laid
/// over the solution before it is built, so that the clock is never the author's (DESIGN section
/// 4).
@NullMarked
package dev.assay.bundle.harness;

import org.jspecify.annotations.NullMarked;
