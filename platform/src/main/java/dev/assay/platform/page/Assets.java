package dev.assay.platform.page;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.access.Secrets;
import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Routes;
import io.javalin.http.HandlerType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Styles, scripts and pictures of the pages. Their addresses hold the hash of their content, so
/// browsers keep them for ever and a new version is another file.
public final class Assets implements Endpoints {
  /// All there are; `uplot` and `htmx` are delivered as their authors made them.
  static final List<String> NAMES =
      List.of("pages.css", "pages.js", "charts.js", "htmx.js", "uplot.js", "uplot.css", "icon.svg");

  private final Map<String, Asset> assets = new LinkedHashMap<>();

  public Assets() {
    NAMES.forEach(name -> assets.put(name, new Asset(name, load(name))));
  }

  /// What the pages and the report of a run share is written once, in the report's style.
  private static byte[] load(String name) {
    byte[] own = read("assets/" + name);
    return name.equals("pages.css")
        ? concatenated(read("/dev/assay/platform/report/report.css"), own)
        : own;
  }

  private static byte[] concatenated(byte[] first, byte[] second) {
    byte[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  private static byte[] read(String file) {
    try (InputStream in = Assets.class.getResourceAsStream(file)) {
      return Objects.requireNonNull(in, file).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(file + " is part of the program and cannot be read", e);
    }
  }

  private static final class Asset {
    private final String name;
    private final String hash;
    private final byte[] content;

    Asset(String name, byte[] content) {
      this.name = name;
      this.hash =
          HexFormat.of()
              .formatHex(Secrets.hash(new String(content, StandardCharsets.ISO_8859_1)), 0, 6);
      this.content = content;
    }

    String type() {
      return switch (name.substring(name.lastIndexOf('.') + 1)) {
        case "css" -> "text/css; charset=utf-8";
        case "js" -> "text/javascript; charset=utf-8";
        default -> "image/svg+xml";
      };
    }
  }

  /// Address of an asset, as in `/assets/0123456789ab/pages.css`.
  public String address(String name) {
    return "/assets/%s/%s".formatted(require(name).hash, name);
  }

  private Asset require(String name) {
    Asset asset = assets.get(name);
    if (asset == null) {
      throw new AssayException(ErrorCode.NOT_FOUND, "There is no asset of this name.");
    }
    return asset;
  }

  @Override
  public void register(Routes routes) {
    routes.page(HandlerType.GET, "/assets/{hash}/{name}", (exchange, caller) -> answer(exchange));
    routes.page(
        HandlerType.GET,
        "/favicon.ico",
        (exchange, caller) -> exchange.context().redirect(address("icon.svg")));
  }

  /// Whatever the hash: a page that was made before an update still gets its style.
  private void answer(Exchange exchange) {
    Asset asset = require(exchange.pathParameter("name"));
    boolean isCurrent = exchange.pathParameter("hash").equals(asset.hash);
    String kept = isCurrent ? "public, max-age=31536000, immutable" : "no-cache";
    if (!exchange.isKnown(asset.hash, kept)) {
      exchange
          .context()
          .status(200)
          .contentType(asset.type())
          .result(new ByteArrayInputStream(asset.content));
    }
  }
}
