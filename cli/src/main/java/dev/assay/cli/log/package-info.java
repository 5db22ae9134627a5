/// How the commands that go on for long write their log.
@NullMarked
package dev.assay.cli.log;

import org.jspecify.annotations.NullMarked;
