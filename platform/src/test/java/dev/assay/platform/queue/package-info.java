@NullMarked
package dev.assay.platform.queue;

import org.jspecify.annotations.NullMarked;
