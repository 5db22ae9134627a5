/// See ARCHITECTURE.md for what this module is for.
@NullMarked
package dev.assay.cli;

import org.jspecify.annotations.NullMarked;
