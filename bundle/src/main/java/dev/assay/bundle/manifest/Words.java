package dev.assay.bundle.manifest;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Reads keys whose value is one word of a few.
final class Words {
  private Words() {}

  /// @param text the word that a manifest writes for a value
  static <T> Optional<T> read(
      TableReader table, String key, List<T> allowed, Function<T, String> text) {
    List<String> words = allowed.stream().map(text).toList();
    return table
        .string(key, oneOf(words))
        .flatMap(written -> {
          int index = words.indexOf(written);
          if (index < 0) {
            table.error(key, wrong(written, words));
            return Optional.empty();
          }
          return Optional.of(allowed.get(index));
        });
  }

  /// A sentence on a word that is none of `allowed`.
  static String wrong(String written, List<String> allowed) {
    String hint =
        NearestName.find(written, allowed).map("; did you mean '%s'?"::formatted).orElse("");
    return "%s is not %s%s".formatted(ManifestText.quote(written), oneOf(allowed), hint);
  }

  /// A noun phrase, as in `one of "min", "max"`.
  static String oneOf(List<String> words) {
    return "one of \"" + String.join("\", \"", words) + "\"";
  }
}
