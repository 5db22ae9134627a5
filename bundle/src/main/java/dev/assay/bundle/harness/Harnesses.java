package dev.assay.bundle.harness;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.util.List;
import java.util.stream.Collectors;

/// The languages that there is a harness for.
public final class Harnesses {
  private static final List<Harness> ALL =
      List.of(new CppHarness(), new CHarness(), new PythonHarness(), new JavaScriptHarness());

  private Harnesses() {}

  /// The harness of a language.
  ///
  /// @throws AssayException `SOLUTION_INVALID` when there is none
  public static Harness require(String language) {
    return ALL.stream()
        .filter(harness -> harness.language().equals(language))
        .findFirst()
        .orElseThrow(() ->
            new AssayException(
                ErrorCode.SOLUTION_INVALID,
                "there is no harness for the language '%s'; there is one for %s. A program in any other language can bring its own clock: leave 'language' out and set 'command' in [run]"
                    .formatted(language, String.join(", ", languages()))));
  }

  /// Their names, as `solution.toml` writes them.
  public static List<String> languages() {
    return ALL.stream().map(Harness::language).collect(Collectors.toList());
  }
}
