package dev.assay.sandbox.image;

/// A package of npm, pinned to one content.
///
/// @param name as in `node-seal` or `@scope/name`
/// @param version exactly one, as in `5.1.6`
/// @param integrity of the packed file: `sha512-` and the hash in base64, as in a package-lock.json
public record NpmPackage(String name, String version, String integrity) {
  /// The package as npm's commands take it, as in `node-seal@5.1.6`.
  String id() {
    return name + "@" + version;
  }
}
