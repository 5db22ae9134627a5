package dev.assay.platform.access;

/// A runner, as its key tells.
///
/// @param key in the database
/// @param id public
/// @param state `active`, `set-aside` or `retired`
public record RunnerIdentity(long key, String id, String name, String state) {}
