package dev.assay.platform.testkit;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Debian's Chromium, driven by Playwright: one for this JVM, with a fresh profile for each visit.
/// Belongs to the thread that asked first.
///
/// What it needs is brought by `tools/browser.sh`; where something is missing it says so, and the
/// test fails.
public final class RealBrowser {
  private static final AtomicInteger VISITORS = new AtomicInteger();
  private static final List<String> PROGRAMS =
      List.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");
  private static final List<String> ARGUMENTS =
      List.of(
          "--no-sandbox",
          "--disable-gpu",
          "--disable-dev-shm-usage",
          "--font-render-hinting=none",
          "--disable-lcd-text",
          "--force-color-profile=srgb",
          "--hide-scrollbars");

  private final Browser browser;
  private final Path kit;

  private RealBrowser() {
    kit = kit();
    System.setProperty("playwright.cli.dir", newest(kit, "playwright-core-").toString());
    // Kept open as long as the JVM lives.
    var playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(program())
                    .setArgs(ARGUMENTS)
                    .setHeadless(true));
  }

  /// The one of this JVM.
  public static RealBrowser shared() {
    return Shared.BROWSER;
  }

  private static final class Shared {
    static final RealBrowser BROWSER = new RealBrowser();
  }

  private static Path kit() {
    Map<String, String> environment = System.getenv();
    String named = environment.get("ASSAY_BROWSER_KIT");
    if (named != null) {
      return Path.of(named);
    }
    String caches = environment.get("XDG_CACHE_HOME");
    Path cache =
        caches == null
            ? Path.of(environment.getOrDefault("HOME", "/root"), ".cache")
            : Path.of(caches);
    return cache.resolve("assay/browser");
  }

  private static Path newest(Path kit, String prefix) {
    try (Stream<Path> folders = Files.isDirectory(kit) ? Files.list(kit) : Stream.empty()) {
      return folders
          .filter(folder -> folder.getFileName().toString().startsWith(prefix))
          .max(Path::compareTo)
          .orElseThrow(() ->
              new IllegalStateException(
                  "%s holds no %s…, which tests in a browser need: run tools/browser.sh"
                      .formatted(kit, prefix)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path program() {
    return PROGRAMS.stream()
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() ->
            new IllegalStateException(
                "there is none of %s, and tests in a browser need one: apt-get install chromium"
                    .formatted(PROGRAMS)));
  }

  /// axe-core's program.
  String axe() {
    try {
      return Files.readString(newest(kit, "axe-core-").resolve("package/axe.min.js"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Who visits, and with what.
  ///
  /// @param account absent for a reader who has not logged in
  /// @param width of the window in CSS pixels
  /// @param hasScripts whether JavaScript is on
  public record Visitor(
      @Nullable String account,
      int width,
      int height,
      boolean isDark,
      boolean hasScripts,
      boolean wantsLittleMotion) {
    /// A reader at a desk.
    public static final Visitor READER = new Visitor(null, 1280, 900, false, true, false);

    public Visitor as(@Nullable String name) {
      return new Visitor(name, width, height, isDark, hasScripts, wantsLittleMotion);
    }

    public Visitor withWidth(int pixels) {
      return new Visitor(account, pixels, 800, isDark, hasScripts, wantsLittleMotion);
    }

    public Visitor inTheDark() {
      return new Visitor(account, width, height, true, hasScripts, wantsLittleMotion);
    }

    public Visitor withoutScripts() {
      return new Visitor(account, width, height, isDark, false, wantsLittleMotion);
    }

    public Visitor withLittleMotion() {
      return new Visitor(account, width, height, isDark, hasScripts, true);
    }
  }

  /// Opens an empty window.
  ///
  /// @param url of the platform; the window is not to ask any other host
  public Visit visit(String url, Visitor visitor) {
    BrowserContext context =
        browser.newContext(
            new Browser.NewContextOptions()
                .setBaseURL(url)
                .setViewportSize(visitor.width(), visitor.height())
                .setColorScheme(visitor.isDark() ? ColorScheme.DARK : ColorScheme.LIGHT)
                .setReducedMotion(
                    visitor.wantsLittleMotion()
                        ? ReducedMotion.REDUCE
                        : ReducedMotion.NO_PREFERENCE)
                .setJavaScriptEnabled(visitor.hasScripts())
                .setTimezoneId("UTC")
                .setLocale("en-GB")
                // As many addresses as visits, so that no rate of one address is passed.
                .setExtraHTTPHeaders(Map.of("X-Forwarded-For", address())));
    context.setDefaultTimeout(15_000);
    Optional.ofNullable(visitor.account())
        .ifPresent(account ->
            context.addCookies(
                List.of(new Cookie("assay_session", PageWorld.session(account)).setUrl(url))));
    return new Visit(this, context, URI.create(url).getAuthority());
  }

  private static String address() {
    int number = VISITORS.incrementAndGet();
    return "198.18.%d.%d".formatted(number / 250 % 250, 1 + number % 250);
  }
}
