package dev.assay.platform.bundle;

/// One thing that `bundle check` looked at, as the host executed it.
///
/// @param what the check, as in `reference`
/// @param passed whether it holds
/// @param detail the numbers, or what is wrong and what to do
public record CheckFinding(String what, boolean passed, String detail) {}
