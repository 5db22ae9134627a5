/// Fixtures that tests of several modules share.
@NullMarked
package dev.assay.platform.testkit;

import org.jspecify.annotations.NullMarked;
