/// What one runner did with one job: statuses, endings, evidence, costs (DESIGN sections 1 and 5).
///
/// These records are the wire format too: `docs/run-format.md` describes their JSON.
@NullMarked
package dev.assay.core.run;

import org.jspecify.annotations.NullMarked;
