/// Runs, their points, cases and logs; jobs and submissions on their way there.
@NullMarked
package dev.assay.platform.page.run;

import org.jspecify.annotations.NullMarked;
