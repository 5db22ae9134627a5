package dev.assay.platform.report.suite;

import dev.assay.core.text.SafeText;
import java.util.Collection;
import java.util.stream.Collectors;

/// What numbers belong to, in a few words.
final class Belongs {
  private static final int SHORT_HASH = 12;
  private static final String ALGORITHM = "sha256:";

  private Belongs() {}

  static String machines(Collection<String> classes) {
    return listed(classes);
  }

  static String images(Collection<String> digests) {
    return digests.size() == 1
        ? "the image " + shortened(digests.iterator().next())
        : "%d images".formatted(digests.size());
  }

  /// @param id of the bundle as it is now; empty where it could not be read
  static String bundle(String id, Collection<String> hashes) {
    return "the bundle %s%s"
        .formatted(
            id.isEmpty() ? "" : SafeText.oneLine(id) + " with the content ",
            hashes.stream().map(Belongs::shortened).collect(Collectors.joining(", ")));
  }

  /// The start of a hash.
  static String shortened(String hash) {
    String plain = SafeText.oneLine(hash);
    int end =
        Math.min(
            plain.length(), SHORT_HASH + (plain.startsWith(ALGORITHM) ? ALGORITHM.length() : 0));
    return end == plain.length() ? plain : plain.substring(0, end) + "…";
  }

  private static String listed(Collection<String> texts) {
    return texts.stream().map(SafeText::oneLine).collect(Collectors.joining("; "));
  }
}
