/// See ARCHITECTURE.md for what this module is for.
@NullMarked
package dev.assay.runner;

import org.jspecify.annotations.NullMarked;
