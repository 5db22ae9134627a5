/// The HTTP server: routes, problem documents, pages of answers.
@NullMarked
package dev.assay.platform.http;

import org.jspecify.annotations.NullMarked;
