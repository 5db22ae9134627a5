/// Control groups of version 1, version 2 and both: limits, meters, killing.
@NullMarked
package dev.assay.sandbox.cgroup;

import org.jspecify.annotations.NullMarked;
