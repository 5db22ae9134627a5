/// Freezes what authors submit, plans it, and queues the job.
@NullMarked
package dev.assay.platform.submission;

import org.jspecify.annotations.NullMarked;
