@NullMarked
package dev.assay.cli.port;

import org.jspecify.annotations.NullMarked;
