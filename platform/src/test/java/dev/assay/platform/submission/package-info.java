/// Publishing and submitting, over HTTP on a real database.
@NullMarked
package dev.assay.platform.submission;

import org.jspecify.annotations.NullMarked;
