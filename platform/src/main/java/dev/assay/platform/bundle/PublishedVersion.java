package dev.assay.platform.bundle;

import java.util.List;

/// The answer to a publication.
///
/// @param benchmark name of the bundle
/// @param hash content hash of the bundle
/// @param isNew whether it was published now; false when it was there already, unchanged
/// @param remarks sentences on what a host may not expect
public record PublishedVersion(
    String benchmark,
    String version,
    String hash,
    boolean isPrivate,
    boolean isNew,
    List<String> remarks) {
  public PublishedVersion {
    remarks = List.copyOf(remarks);
  }
}
