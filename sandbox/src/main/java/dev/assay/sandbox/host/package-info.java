/// Programs and facts of the host, as podman, mkfs.ext4 and apt-get: the one place that executes
/// them.
@NullMarked
package dev.assay.sandbox.host;

import org.jspecify.annotations.NullMarked;
