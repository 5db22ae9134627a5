/// Login, accounts, tokens and webhooks.
@NullMarked
package dev.assay.platform.page.account;

import org.jspecify.annotations.NullMarked;
