/// Content-addressed files: logs, archives, answers.
@NullMarked
package dev.assay.platform.blob;

import org.jspecify.annotations.NullMarked;
