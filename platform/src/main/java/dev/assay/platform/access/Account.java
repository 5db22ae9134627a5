package dev.assay.platform.access;

/// A person, as requests know them.
///
/// @param key in the database
/// @param id public
public record Account(long key, String id, String name, Role role) {}
