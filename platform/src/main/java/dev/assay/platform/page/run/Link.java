package dev.assay.platform.page.run;

/// A link with its words.
record Link(String text, String address) {}
