/// What pages have in common: their frame, assets, texts, addresses and ways to show numbers and
/// times. The pages themselves are in the packages below.
@NullMarked
package dev.assay.platform.page;

import org.jspecify.annotations.NullMarked;
