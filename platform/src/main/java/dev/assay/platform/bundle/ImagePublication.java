package dev.assay.platform.bundle;

import org.jspecify.annotations.Nullable;

/// An image that solutions and bundles may name.
///
/// @param reference what manifests say, as in `localhost/assay/core`
/// @param digest `sha256:…` of its manifest
/// @param recipe text of the recipe that runners build it from; absent when a registry holds it
public record ImagePublication(String reference, String digest, @Nullable String recipe) {}
