package dev.assay.core.run;

/// An image as it was asked for and as it was used.
///
/// @param reference what the manifest says
/// @param digest `sha256:…` of its manifest; the identity
public record ImageIdentity(String reference, String digest) {}
