package dev.assay.platform.page.account;

import java.util.Optional;
import java.util.regex.Pattern;

/// Where a login leads to: a page of this platform and nothing else, whatever a link says.
final class Next {
  static final String HOME = "/account";

  /// A slash, then neither a second one nor a backslash, which browsers read as one: both begin the
  /// name of another host. Visible ASCII only, so nothing hides or ends a header.
  private static final Pattern OWN_PATH = Pattern.compile("/(?![/\\\\])[!-\\[\\]-~]*");

  /// Pages that would lead in a circle, or away from what was just done.
  private static final Pattern IN_CIRCLES = Pattern.compile("/log(in|out)([/?#].*)?");

  private static final int MOST_CHARACTERS = 2000;

  private Next() {}

  /// The path with its query, or that of the account's page for anything else.
  static String of(Optional<String> asked) {
    return asked
        .filter(path -> path.length() <= MOST_CHARACTERS)
        .filter(path -> OWN_PATH.matcher(path).matches())
        .filter(path -> !IN_CIRCLES.matcher(path).matches())
        .orElse(HOME);
  }
}
