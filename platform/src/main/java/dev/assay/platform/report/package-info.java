/// The report of one run: a page in one file that needs no network and no script.
///
/// Records here are what the templates in `src/main/jte` show; they hold texts that are ready but
/// for HTML's own escaping, which the templates do.
@NullMarked
package dev.assay.platform.report;

import org.jspecify.annotations.NullMarked;
