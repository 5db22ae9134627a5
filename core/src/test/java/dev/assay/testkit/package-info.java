/// Fixtures that the tests of several modules share; published as the test jar of `core`.
@NullMarked
package dev.assay.testkit;

import org.jspecify.annotations.NullMarked;
