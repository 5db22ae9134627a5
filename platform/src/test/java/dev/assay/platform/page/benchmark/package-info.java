/// Pages of benchmarks, held to what they show.
@NullMarked
package dev.assay.platform.page.benchmark;

import org.jspecify.annotations.NullMarked;
