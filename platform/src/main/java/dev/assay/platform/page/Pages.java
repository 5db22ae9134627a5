package dev.assay.platform.page;

import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Secrets;
import dev.assay.platform.http.Exchange;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Supplier;

/// Answers requests with pages. Thread-safe.
///
/// A page may load its own assets and ask its own platform, and nothing else; nothing inline is
/// executed.
public final class Pages {
  static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

  private static final TemplateEngine TEMPLATES =
      TemplateEngine.createPrecompiled(
          null, ContentType.Html, Pages.class.getClassLoader(), "dev.assay.platform");

  private final Surroundings around;

  public Pages(Surroundings around) {
    this.around = around;
  }

  /// What every page has.
  ///
  /// @param url of the platform, as people reach it, without a slash at the end
  /// @param version of Assay
  public record Surroundings(Texts texts, Assets assets, Supplier<String> url, String version) {}

  public Texts texts() {
    return around.texts();
  }

  /// The platform's own address, without a slash at the end.
  public String url() {
    return around.url().get();
  }

  /// Answers 200 with a page.
  ///
  /// @param template path below `jte`, as in `page/run/run.jte`; its parameters are `frame` and
  ///   those of `model`
  public void answer(
      Exchange exchange, Caller caller, Frame.Head head, String template, Map<String, ?> model) {
    answer(exchange, caller, 200, head, template, model);
  }

  public void answer(
      Exchange exchange,
      Caller caller,
      int status,
      Frame.Head head,
      String template,
      Map<String, ?> model) {
    Frame frame = Frame.of(head, around, pathOf(exchange), caller);
    var all = new HashMap<String, Object>(model);
    all.put("frame", frame);
    send(exchange, status, rendered(template, all));
  }

  /// Answers 200 with a part of a page, for a page that is shown already. The template's parameters
  /// are `frame` and those of `model`.
  public void answerPart(Exchange exchange, Caller caller, String template, Map<String, ?> model) {
    answer(exchange, caller, 200, Frame.Head.of("", ""), template, model);
  }

  /// Whether a script asks for a part of a page (htmx).
  public static boolean isPartAsked(Exchange exchange) {
    return exchange.header("HX-Request").filter("true"::equals).isPresent();
  }

  /// Answers a form that was carried out: the browser loads another page (303), so that loading it
  /// again repeats nothing.
  public static void seeOther(Exchange exchange, String address) {
    exchange.context().status(303).header("Location", address);
  }

  private static void send(Exchange exchange, int status, byte[] html) {
    exchange.context().header("Content-Security-Policy", CONTENT_SECURITY_POLICY);
    exchange.context().header("Vary", "Cookie, HX-Request");
    String tag =
        HexFormat.of()
            .formatHex(Secrets.hash(new String(html, StandardCharsets.ISO_8859_1)), 0, 12);
    if (status == 200 && exchange.isKnown(tag, "private, no-cache")) {
      return;
    }
    exchange.bytes(status, "text/html; charset=utf-8", html);
  }

  private static byte[] rendered(String template, Map<String, Object> model) {
    var output = new Utf8ByteOutput();
    TEMPLATES.render(template, model, output);
    var bytes = new ByteArrayOutputStream(output.getContentLength());
    try {
      output.writeTo(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail", e);
    }
    return bytes.toByteArray();
  }

  static String pathOf(Exchange exchange) {
    String query = exchange.context().queryString();
    return query == null ? exchange.path() : exchange.path() + "?" + query;
  }
}
