/// Containers by an OCI runtime, `runc` or `crun`, with a native launcher as their first process.
@NullMarked
package dev.assay.sandbox.runc;

import org.jspecify.annotations.NullMarked;
