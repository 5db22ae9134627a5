/// See ARCHITECTURE.md for what this module is for.
@NullMarked
package dev.assay.platform;

import org.jspecify.annotations.NullMarked;
