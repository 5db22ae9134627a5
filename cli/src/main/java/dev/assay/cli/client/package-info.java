/// Speaks with a platform for a person.
@NullMarked
package dev.assay.cli.client;

import org.jspecify.annotations.NullMarked;
