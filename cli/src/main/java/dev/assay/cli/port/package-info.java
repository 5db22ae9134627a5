/// What a platform needs of bundles and repositories, by the code that runners use.
@NullMarked
package dev.assay.cli.port;

import org.jspecify.annotations.NullMarked;
