@NullMarked
package dev.assay.platform.page.account;

import org.jspecify.annotations.NullMarked;
