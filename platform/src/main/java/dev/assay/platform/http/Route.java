package dev.assay.platform.http;

/// A route that is answered.
///
/// @param method as in `GET`
/// @param path as registered, as in `/api/v1/runs/{run}`; a part in angle brackets may hold slashes
public record Route(String method, String path) {
  /// Whether it fits a request's path.
  boolean fits(String requested) {
    return fits(path.split("/", -1), requested.split("/", -1));
  }

  private static boolean fits(String[] pattern, String[] parts) {
    for (int i = 0; i < pattern.length; i++) {
      if (pattern[i].startsWith("<")) {
        return parts.length > i;
      }
      if (i >= parts.length || !fits(pattern[i], parts[i])) {
        return false;
      }
    }
    return pattern.length == parts.length;
  }

  private static boolean fits(String pattern, String part) {
    return pattern.startsWith("{") ? !part.isEmpty() : pattern.equals(part);
  }
}
