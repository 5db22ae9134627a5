@NullMarked
package dev.assay.platform.webhook;

import org.jspecify.annotations.NullMarked;
