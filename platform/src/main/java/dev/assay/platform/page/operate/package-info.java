/// The queue and the runners for everybody; what operators do.
@NullMarked
package dev.assay.platform.page.operate;

import org.jspecify.annotations.NullMarked;
