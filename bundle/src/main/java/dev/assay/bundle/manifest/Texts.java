package dev.assay.bundle.manifest;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads keys that both manifests have: lines of text, images, commands, paths.
final class Texts {
  /// `[HOST[:PORT]/]PATH[:TAG][@DIGEST]`, as in the distribution specification, loosely.
  private static final Pattern IMAGE_FORM =
      Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/:-]{0,254}(@sha256:[0-9a-f]{64})?");

  private static final String IMAGE = "an image reference, as in \"debian:bookworm\"";
  private static final String COMMAND = "an array of strings, as in [\"python3\", \"main.py\"]";

  private Texts() {}

  /// One line of text that is not blank.
  static Optional<String> line(TableReader table, String key, int maxLength) {
    return table.parsed(
        key,
        "one line of 1 to %d characters".formatted(maxLength),
        text ->
            Optional.of(text)
                .filter(line ->
                    !line.isBlank()
                        && line.length() <= maxLength
                        && line.chars().noneMatch(Character::isISOControl)));
  }

  static String image(TableReader table) {
    return table
        .parsed(
            "image",
            IMAGE,
            image -> Optional.of(image).filter(text -> IMAGE_FORM.matcher(text).matches()))
        .orElse(Defaults.IMAGE);
  }

  /// A program and its arguments.
  static Optional<List<String>> command(TableReader table, String key) {
    return table
        .strings(key, COMMAND)
        .filter(command -> {
          boolean proper =
              !command.isEmpty()
                  && !command.getFirst().isBlank()
                  && command.stream().noneMatch(word -> word.indexOf('\0') >= 0);
          if (!proper) {
            table.error(key, "names no program; expected " + COMMAND);
          }
          return proper;
        });
  }

  /// A path that stays inside the folder of the manifest.
  static Optional<String> innerPath(TableReader table, String key) {
    return table.parsed(
        key,
        "a path inside the folder, as in \"solutions/reference\"",
        path -> Optional.of(path).filter(Texts::staysInside));
  }

  static boolean staysInside(String path) {
    return !path.startsWith("/")
        && path.indexOf('\0') < 0
        && List.of(path.split("/", -1)).stream()
            .noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."));
  }
}
