/// See ARCHITECTURE.md for what this module is for.
@NullMarked
package dev.assay.bundle;

import org.jspecify.annotations.NullMarked;
