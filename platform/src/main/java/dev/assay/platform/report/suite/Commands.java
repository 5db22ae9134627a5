package dev.assay.platform.report.suite;

import dev.assay.core.text.CommandText;
import java.util.List;
import java.util.regex.Pattern;

/// Commands of a suite's languages, whose placeholders are no words for a shell.
final class Commands {
  private static final Pattern QUOTED = Pattern.compile("'(\\{[a-z]+})'");

  private Commands() {}

  /// As in `javac -d . {source}`.
  static String of(List<String> command) {
    return QUOTED.matcher(CommandText.of(command)).replaceAll("$1");
  }
}
