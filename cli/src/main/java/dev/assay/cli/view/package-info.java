/// What a person sees in a terminal: who and what was measured, how far it is, and what came of it.
@NullMarked
package dev.assay.cli.view;

import org.jspecify.annotations.NullMarked;
