/// What a platform and its runners say to each other (docs/runner-protocol.md): records only, so
/// that neither has to know the other.
@NullMarked
package dev.assay.core.protocol;

import org.jspecify.annotations.NullMarked;
