/// What integration tests of several packages stand on: this machine with a home of its own, small
/// bundles and solutions, and a census of what is left behind.
@NullMarked
package dev.assay.runner.testkit;

import org.jspecify.annotations.NullMarked;
