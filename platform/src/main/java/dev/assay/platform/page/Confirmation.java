package dev.assay.platform.page;

import dev.assay.platform.access.Caller;
import dev.assay.platform.http.Exchange;
import java.util.LinkedHashMap;
import java.util.Map;

/// Asks once more before something that cannot be taken back. It works without scripts: a form that
/// was not confirmed is answered with a page that sends it again, confirmed.
///
/// @param question title of the page
/// @param consequence what will happen
/// @param button what the button says
/// @param back where "no" leads
/// @param fields of the form that was sent, to be sent again
public record Confirmation(
    String question, String consequence, String button, String back, Map<String, String> fields) {
  private static final String FIELD = "confirmed";

  public Confirmation {
    fields = new LinkedHashMap<>(fields);
  }

  /// Whether the form that was sent is confirmed.
  public static boolean isGiven(Exchange exchange) {
    return exchange.form(FIELD).filter("yes"::equals).isPresent();
  }

  public void ask(Pages pages, Exchange exchange, Caller caller, String section) {
    pages.answer(
        exchange,
        caller,
        Frame.Head.of(question, section),
        "page/confirm.jte",
        Map.of("confirmation", this, "action", exchange.path()));
    exchange.context().header("Cache-Control", "no-store");
  }
}
