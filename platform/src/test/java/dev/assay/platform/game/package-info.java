@NullMarked
package dev.assay.platform.game;

import org.jspecify.annotations.NullMarked;
