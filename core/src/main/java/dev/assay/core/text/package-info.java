/// Text for people: numbers in columns, and text from outside that is safe to show.
@NullMarked
package dev.assay.core.text;

import org.jspecify.annotations.NullMarked;
