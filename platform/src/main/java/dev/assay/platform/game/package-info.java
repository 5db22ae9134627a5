/// What was measured of whole programs, folded as the Benchmarks Game does, and its data files.
@NullMarked
package dev.assay.platform.game;

import org.jspecify.annotations.NullMarked;
