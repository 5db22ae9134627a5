package dev.assay.sandbox.image;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.util.regex.Pattern;

/// What a manifest calls an image: `name`, `name:tag`, `name@sha256:…`, with or without a registry
/// in front.
///
/// @param text as it was written
record ImageReference(String text) {
  private static final Pattern FORM =
      Pattern.compile(
          "[A-Za-z0-9][A-Za-z0-9._:-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*(:[A-Za-z0-9_][A-Za-z0-9._-]{0,127})?(@sha256:[0-9a-f]{64})?");

  /// @throws AssayException `IMAGE_NOT_FOUND` when no image can be called that
  static ImageReference parse(String text) {
    if (text.length() > 512 || !FORM.matcher(text).matches()) {
      throw new AssayException(
          ErrorCode.IMAGE_NOT_FOUND,
          "'%s' is no name of an image; write it as in localhost/assay/core, name:tag or name@sha256:…"
              .formatted(text));
    }
    return new ImageReference(text);
  }

  /// Whether its first part is the name of a server, as podman tells: it has a dot or a port.
  boolean hasRegistry() {
    int slash = text.indexOf('/');
    String first = slash < 0 ? "" : text.substring(0, slash);
    return !first.equals("localhost") && (first.contains(".") || first.contains(":"));
  }

  /// The image of that name with this digest.
  ImageReference at(String digest) {
    String name = text.replaceFirst("@.*", "").replaceFirst(":[^/]*$", "");
    return parse(name + "@" + digest);
  }

  /// The recipe that is most likely the one to build it from.
  String recipe() {
    String name = text.replaceFirst("@.*", "").replaceFirst(":[^/]*$", "");
    return "images/%s.toml".formatted(name.substring(name.lastIndexOf('/') + 1));
  }
}
