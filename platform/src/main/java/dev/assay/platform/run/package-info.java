/// Reading runs: lists, views, documents, CSV, files, packages.
@NullMarked
package dev.assay.platform.run;

import org.jspecify.annotations.NullMarked;
