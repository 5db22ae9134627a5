package dev.assay.sandbox.image;

import java.util.List;

/// An image that was made from a recipe.
///
/// @param reference as in `localhost/assay/core`
/// @param digest `sha256:…` of its manifest
/// @param packages every package in it with its version, as in `gcc 4:12.2.0-3 amd64`, ascending
/// @param fresh whether it was built now, or was there already
public record BuiltImage(String reference, String digest, List<String> packages, boolean fresh) {
  public BuiltImage {
    packages = List.copyOf(packages);
  }
}
