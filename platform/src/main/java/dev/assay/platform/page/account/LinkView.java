package dev.assay.platform.page.account;

import org.jspecify.annotations.Nullable;

/// What a login link opens.
///
/// @param isGood whether it can be used
/// @param account name of who is logged in already; absent without
record LinkView(boolean isGood, @Nullable String account) {}
