package dev.assay.platform.report;

/// What a log file holds, for the report.
///
/// @param file path in the run's folder, as the run names it
/// @param text its content, or as much as is to be shown; escape sequences and all
public record LogExcerpt(String file, String text) {}
