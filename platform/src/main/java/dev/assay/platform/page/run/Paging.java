package dev.assay.platform.page.run;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.platform.http.Exchange;
import java.util.OptionalLong;

/// Numbers in the query of a page.
final class Paging {
  private Paging() {}

  /// @throws AssayException `REQUEST_INVALID` when it is no number from 0
  static OptionalLong number(Exchange exchange, String name) {
    String text = exchange.query(name).orElse(null);
    if (text == null) {
      return OptionalLong.empty();
    }
    if (!text.matches("\\d{1,15}")) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID,
          "%s=%s: it is a number from 0.".formatted(name, SafeText.shown(text)));
    }
    return OptionalLong.of(Long.parseLong(text));
  }

  /// Where a list begins; 0 without `from`.
  static int from(Exchange exchange) {
    return (int) Math.min(Integer.MAX_VALUE / 2, number(exchange, "from").orElse(0));
  }
}
