package dev.assay.bundle.manifest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;

/// One manifest with faults, made by replacing a piece of a valid one, and the lines that it gets.
///
/// @param replace the piece, or `*` for the whole manifest
record ErrorCase(String title, String replace, String with, String errors) {
  /// Reads a file of blocks `### title`, `--- replace`, `--- with`, `--- errors`.
  static Stream<ErrorCase> read(String resource) throws IOException {
    return Arrays.stream(text(resource).split("(?m)^### ", -1))
        .filter(block -> !block.isBlank())
        .map(ErrorCase::parse);
  }

  private static ErrorCase parse(String block) {
    String[] parts = block.split("\n--- (replace|with|errors)\n", -1);
    return new ErrorCase(parts[0], parts[1], parts[2], parts[3].stripTrailing());
  }

  static String text(String resource) throws IOException {
    try (InputStream stream = ErrorCase.class.getResourceAsStream(resource)) {
      return new String(
          Objects.requireNonNull(stream, resource).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  String applyTo(String base) {
    if (replace.equals("*")) {
      return with;
    }
    if (!base.contains(replace)) {
      throw new IllegalStateException("'%s' is not in the base".formatted(replace));
    }
    return base.replace(replace, with);
  }

  @Override
  public String toString() {
    return title;
  }
}
