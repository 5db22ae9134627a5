/// How a platform is set up: one immutable record, read once.
@NullMarked
package dev.assay.platform.settings;

import org.jspecify.annotations.NullMarked;
