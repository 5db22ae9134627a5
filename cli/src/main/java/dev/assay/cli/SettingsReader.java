package dev.assay.cli;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.operate.OperateSettings;
import dev.assay.platform.settings.PlatformSettings;
import dev.assay.platform.settings.PlatformSettings.Caps;
import dev.assay.platform.settings.PlatformSettings.Quotas;
import dev.assay.platform.settings.PlatformSettings.SourcePolicy;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Puts options, environment and file together to settings. The keys stand in docs/operating.md.
final class SettingsReader {
  private static final String LISTEN = "127.0.0.1:8080";
  private static final int CONNECTIONS = 20;
  private static final int MOST = 1_000_000;
  private static final int MOST_PORT = 65_535;

  private final PlatformOptions options;
  private final Wiring wiring;

  SettingsReader(PlatformOptions options, Wiring wiring) {
    this.options = options;
    this.wiring = wiring;
  }

  /// @param listen absent: as the file says
  ServeSettings read(@Nullable String listen, @Nullable String publicUrl) {
    SettingsFile file = SettingsFile.read(options.config);
    String address = Optional.ofNullable(listen).or(() -> file.text("listen")).orElse(LISTEN);
    Optional<String> setUrl = file.text("public_url");
    file.text("listen");
    var settings =
        new ServeSettings(
            new PlatformSettings(
                host(address),
                port(address),
                url(Optional.ofNullable(publicUrl).or(() -> setUrl)),
                options.folder(file, wiring),
                options.address(file, wiring),
                file.number("connections", CONNECTIONS, 2, 1000),
                sources(file),
                quotas(file),
                caps(file),
                AssayVersion.current(),
                file.texts("trusted_proxies", List.of())),
            operate(file));
    file.requireAllKnown();
    return settings;
  }

  private static SourcePolicy sources(SettingsFile file) {
    return new SourcePolicy(
        file.texts("sources.schemes", SourcePolicy.USUAL.schemes()),
        file.texts("sources.hosts", SourcePolicy.USUAL.hosts()));
  }

  private static Quotas quotas(SettingsFile file) {
    return new Quotas(
        file.number("quotas.waiting", Quotas.USUAL.waiting(), 0, MOST),
        file.number("quotas.daily", Quotas.USUAL.daily(), 0, MOST));
  }

  private static Caps caps(SettingsFile file) {
    return new Caps(
        file.size("caps.archive", Caps.USUAL.archive()),
        file.size("caps.unpacked", Caps.USUAL.unpacked()),
        file.size("caps.source", Caps.USUAL.source()),
        file.size("caps.checkout", Caps.USUAL.checkout()),
        file.size("caps.file", Caps.USUAL.file()));
  }

  private static OperateSettings operate(SettingsFile file) {
    return new OperateSettings(
        file.text("metrics.token").orElse(null),
        file.size("health.least_free", OperateSettings.USUAL.leastFreeBytes()),
        file.duration("stop.grace", OperateSettings.USUAL.grace()));
  }

  private static String host(String listen) {
    String host = listen.substring(0, Math.max(0, listen.lastIndexOf(':')));
    if (host.isEmpty()) {
      throw noAddress(listen);
    }
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }

  private static int port(String listen) {
    try {
      int port = Integer.parseInt(listen.substring(listen.lastIndexOf(':') + 1));
      if (port >= 0 && port <= MOST_PORT) {
        return port;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw noAddress(listen);
  }

  private static AssayException noAddress(String listen) {
    return new AssayException(
        ErrorCode.USAGE,
        "'%s' is no address to listen on; write HOST:PORT, as in 127.0.0.1:8080, [::1]:8080 or 0.0.0.0:0 for any free port."
            .formatted(listen));
  }

  private static @Nullable String url(Optional<String> text) {
    return text.map(SettingsReader::url).orElse(null);
  }

  private static String url(String text) {
    if (!text.matches("https?://[^/\\s?#]+(/[^\\s?#]*)?")) {
      throw new AssayException(
          ErrorCode.USAGE,
          "'%s' is no URL that people reach a platform by; write https://assay.example.org."
              .formatted(text));
    }
    return text.replaceFirst("/+$", "");
  }
}
