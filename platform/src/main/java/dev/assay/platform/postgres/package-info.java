/// The platform's own PostgreSQL: real server binaries, unpacked once and run under a user without
/// rights. The one place of the platform that starts programs.
@NullMarked
package dev.assay.platform.postgres;

import org.jspecify.annotations.NullMarked;
