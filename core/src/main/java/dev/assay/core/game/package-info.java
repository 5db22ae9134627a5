/// The data files of the Computer Language Benchmarks Game: read, folded, written. Pure functions
/// over rows.
@NullMarked
package dev.assay.core.game;

import org.jspecify.annotations.NullMarked;
