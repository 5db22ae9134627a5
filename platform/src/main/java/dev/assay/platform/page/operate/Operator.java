package dev.assay.platform.page.operate;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.page.Frame;
import dev.assay.platform.page.Pages;
import java.util.Optional;
import java.util.Set;

/// What operators' pages have in common.
final class Operator {
  static final String PATH = "/operator";
  static final String SECTION = "operator";

  /// What is said to who typed something, next to it; everything else is a page of its own.
  private static final Set<ErrorCode> SAID =
      Set.of(ErrorCode.REQUEST_INVALID, ErrorCode.CONFLICT, ErrorCode.NOT_ALLOWED);

  private Operator() {}

  /// A page below the overview.
  ///
  /// @param key of its title
  static Frame.Head head(Pages pages, String key) {
    return Frame.Head.of(pages.texts().of(key), SECTION)
        .below(new Frame.Crumb(pages.texts().of("operate.operator.title"), PATH));
  }

  /// A page below a list.
  static Frame.Head head(Pages pages, String title, String listKey, String listAddress) {
    return Frame.Head.of(title, SECTION)
        .below(
            new Frame.Crumb(pages.texts().of("operate.operator.title"), PATH),
            new Frame.Crumb(pages.texts().of(listKey), listAddress));
  }

  /// Carries out what a form asks for.
  ///
  /// @return what is wrong with it; empty when it was carried out
  /// @throws AssayException what has nothing to do with what was typed
  static Optional<String> refusal(Runnable deed) {
    try {
      deed.run();
      return Optional.empty();
    } catch (AssayException e) {
      if (SAID.contains(e.code())) {
        return Optional.of(String.valueOf(e.getMessage()));
      }
      throw e;
    }
  }
}
