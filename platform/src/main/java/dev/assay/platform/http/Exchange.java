package dev.assay.platform.http;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.wire.JsonCodec;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A request and its answer.
public final class Exchange {
  /// The largest JSON document that is read unless an endpoint says otherwise.
  public static final long MOST_JSON_BYTES = 1 << 20;

  /// The largest form of a page.
  static final long MOST_FORM_BYTES = 16 << 10;

  private static final Pattern MALFORMED = Pattern.compile("%(?![0-9A-Fa-f]{2})");
  private static final String MULTIPART = "multipart/form-data";
  private static final int MOST_ITEMS = 200;
  private static final int USUAL_ITEMS = 50;

  private final Context context;
  private final boolean mayHoldNul;
  private @Nullable MultipartForm multipart;

  public Exchange(Context context) {
    this(context, false);
  }

  private Exchange(Context context, boolean mayHoldNul) {
    this.context = context;
    this.mayHoldNul = mayHoldNul;
  }

  /// The same, but NUL is read in texts of the body.
  Exchange withAnyText() {
    return new Exchange(context, true);
  }

  /// Javalin's own, for what is not here.
  public Context context() {
    return context;
  }

  public String method() {
    return context.method().name();
  }

  public String path() {
    return context.path();
  }

  /// Address that the request came from; behind a trusted proxy, the one that it names.
  public String remote() {
    String remote = context.attribute(Arrivals.REMOTE);
    return remote == null ? context.ip() : remote;
  }

  /// The request's id, which its answer, the log and an unexpected problem name.
  public String requestId() {
    String id = context.attribute(Arrivals.REQUEST_ID);
    return id == null ? "unknown" : id;
  }

  /// A part of the path by its name.
  public String pathParameter(String name) {
    return PlainText.requireNoNul(name, context.pathParam(name));
  }

  public Optional<String> query(String name) {
    requireWellEncoded();
    return Optional.ofNullable(context.queryParam(name))
        .filter(text -> !text.isBlank())
        .map(text -> PlainText.requireNoNul(name, text));
  }

  /// All that are given under one name.
  public List<String> queries(String name) {
    requireWellEncoded();
    return context.queryParams(name).stream()
        .map(text -> PlainText.requireNoNul(name, text))
        .toList();
  }

  private void requireWellEncoded() {
    String query = context.queryString();
    if (query != null && MALFORMED.matcher(query).find()) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID,
          "The query of %s is not well encoded: after a '%%' come two hex digits."
              .formatted(path()));
    }
  }

  /// A field of a form (`application/x-www-form-urlencoded`) of 16 KiB at most, or one that stands
  /// before the first file of a form with files.
  public Optional<String> form(String name) {
    if (isOfType(MULTIPART)) {
      return multipart().field(name);
    }
    if (!isOfType("application/x-www-form-urlencoded")) {
      return Optional.empty();
    }
    return Optional.ofNullable(context.formParam(name))
        .map(text -> PlainText.requireNoNul(name, text));
  }

  /// The body as a form with files, which is read once and in its order.
  ///
  /// @throws AssayException `REQUEST_INVALID`
  public MultipartForm multipart() {
    if (!isOfType(MULTIPART)) {
      throw new HttpResponseException(
          415, "%s %s takes a form of the type %s.".formatted(method(), path(), MULTIPART));
    }
    MultipartForm known = multipart;
    if (known == null) {
      // Each part has its own bound.
      known = MultipartForm.of(String.valueOf(context.contentType()), bodyStream(Long.MAX_VALUE));
      multipart = known;
    }
    return known;
  }

  public Optional<String> header(String name) {
    return Optional.ofNullable(context.header(name));
  }

  /// The key that the rows of the asked page are below.
  public long cursor() {
    return Cursor.parse(query("cursor").orElse(null));
  }

  /// How many items a page has: `limit`, 1 to 200, 50 without.
  public int limit() {
    return query("limit").map(Exchange::limitOf).orElse(USUAL_ITEMS);
  }

  private static int limitOf(String text) {
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= MOST_ITEMS) {
        return limit;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new AssayException(
        ErrorCode.REQUEST_INVALID,
        "limit=%s: a page has 1 to %d items.".formatted(text, MOST_ITEMS));
  }

  /// The body as a record, in strict JSON (`Content-Type: application/json`).
  public <T> T body(Class<T> type) {
    return body(type, MOST_JSON_BYTES);
  }

  /// @param mostBytes more is refused with `TOO_LARGE`
  public <T> T body(Class<T> type, long mostBytes) {
    if (!isOfType("application/json")) {
      throw new HttpResponseException(
          415, "%s %s takes a body of the type application/json.".formatted(method(), path()));
    }
    byte[] json = bodyBytes(mostBytes);
    JsonText.requireWellFormed(json, mayHoldNul);
    try {
      return JsonCodec.read(json, type, "the request's body");
    } catch (AssayException e) {
      throw e.code() == ErrorCode.RUN_INVALID
          ? new AssayException(ErrorCode.REQUEST_INVALID, e.getMessage(), e)
          : e;
    }
  }

  private boolean isOfType(String expected) {
    String type = context.contentType();
    return type != null && type.split(";", 2)[0].strip().equalsIgnoreCase(expected);
  }

  /// The whole body.
  ///
  /// @throws AssayException `TOO_LARGE` when it has more than `mostBytes`
  public byte[] bodyBytes(long mostBytes) {
    try (InputStream in = bodyStream(mostBytes)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw BoundedBody.brokenOff(e);
    }
  }

  /// The body as it comes; reading beyond `mostBytes` throws `TOO_LARGE`, and so does a
  /// `Content-Length` that is larger, at once. A body that is compressed for the way is refused, so
  /// none grows while it is read.
  public InputStream bodyStream(long mostBytes) {
    String encoding = context.header("Content-Encoding");
    if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
      throw new HttpResponseException(415, "A body is taken as it is, without Content-Encoding.");
    }
    if (context.req().getContentLengthLong() > mostBytes) {
      throw BoundedBody.tooLarge(mostBytes);
    }
    var body = new BoundedBody(context.req()::getInputStream, mostBytes, System::nanoTime);
    context.attribute(UnreadBody.BEGUN, body);
    return body;
  }

  /// Answers 200 with a record as JSON.
  public void json(Object document) {
    json(200, document);
  }

  public void json(int status, Object document) {
    bytes(status, "application/json", JsonCodec.toBytes(document));
  }

  /// Answers with bytes.
  public void bytes(int status, String contentType, byte[] content) {
    context.status(status).contentType(contentType).result(content);
  }

  /// Answers 200 with what never changes, or 304.
  ///
  /// @param tag of the content, as in its hash; without quotes
  public void immutable(String tag, String contentType, InputStream content) {
    if (isKnown(tag, "private, max-age=31536000, immutable")) {
      return;
    }
    context.status(200).contentType(contentType).result(content);
  }

  /// Sets the entity tag, and answers 304 when the caller has it already.
  ///
  /// @return whether the answer is given
  public boolean isKnown(String tag, String cacheControl) {
    String quoted = '"' + tag + '"';
    context.header("ETag", quoted).header("Cache-Control", cacheControl);
    String known = context.header("If-None-Match");
    if (known != null && (known.contains(quoted) || known.strip().equals("*"))) {
      context.status(304);
      return true;
    }
    return false;
  }

  public void noContent() {
    context.status(204);
  }

  /// The token of `Authorization: Bearer`.
  public @Nullable String bearer() {
    String header = context.header("Authorization");
    return header != null && header.regionMatches(true, 0, "Bearer ", 0, 7)
        ? header.substring(7).strip()
        : null;
  }
}
