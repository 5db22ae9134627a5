/// Accounts, how they log in, their tokens, and the audit log.
@NullMarked
package dev.assay.platform.account;

import org.jspecify.annotations.NullMarked;
