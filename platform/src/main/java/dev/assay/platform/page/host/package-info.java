/// What hosts do: publish, read check reports, judge again.
@NullMarked
package dev.assay.platform.page.host;

import org.jspecify.annotations.NullMarked;
