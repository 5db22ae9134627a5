/// Benchmarks, their standings and versions; the home page, the feed, and what the numbers mean.
@NullMarked
package dev.assay.platform.page.benchmark;

import org.jspecify.annotations.NullMarked;
