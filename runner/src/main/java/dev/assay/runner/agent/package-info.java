/// A runner of a platform: takes jobs, measures them one at a time, and reports until everything
/// that was measured is acknowledged (docs/runners.md, docs/runner-protocol.md).
@NullMarked
package dev.assay.runner.agent;

import org.jspecify.annotations.NullMarked;
