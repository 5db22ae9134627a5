/// What a source is apart from its comments and its layout, and how large that is. Pure functions
/// over texts.
@NullMarked
package dev.assay.core.game.source;

import org.jspecify.annotations.NullMarked;
