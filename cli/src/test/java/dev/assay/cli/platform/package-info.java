/// A platform and its runners as processes of their own, which are killed and cut off.
@NullMarked
package dev.assay.cli.platform;

import org.jspecify.annotations.NullMarked;
