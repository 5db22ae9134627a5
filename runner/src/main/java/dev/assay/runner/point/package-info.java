/// Measuring one point: the point directory, the bundle's commands, the conversation with the
/// harness, collecting.
@NullMarked
package dev.assay.runner.point;

import org.jspecify.annotations.NullMarked;
