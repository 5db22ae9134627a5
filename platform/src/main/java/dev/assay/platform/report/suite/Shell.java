package dev.assay.platform.report.suite;

/// What every page of a report has around its content.
///
/// @param title of the page
/// @param suite name of the suite
/// @param styleHash the hash by which the content security policy knows the style
/// @param hasSizes whether the first page has a drawing of time against size
/// @param version of Assay
public record Shell(
    String title,
    String suite,
    Links links,
    String style,
    String styleHash,
    boolean hasSizes,
    String version) {}
