/// What the platform needs of others and cannot know itself; wired by the command.
@NullMarked
package dev.assay.platform.port;

import org.jspecify.annotations.NullMarked;
