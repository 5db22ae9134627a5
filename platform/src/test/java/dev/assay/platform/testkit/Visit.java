package dev.assay.platform.testkit;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A window of the browser, and whatever went wrong in it: errors on the console, among them each
/// violation of the Content-Security-Policy, dialogs, and requests to other hosts.
public final class Visit implements AutoCloseable {
  private static final String AXE =
      """
      async (only) => {
        // What is asked for or fades meanwhile has other colours.
        while (document.querySelector('.htmx-request')) await new Promise(r => setTimeout(r, 20));
        await Promise.all(document.getAnimations()
          .filter(a => Number.isFinite(a.effect.getComputedTiming().endTime))
          .map(a => a.finished.catch(() => {})));
        const found = await axe.run(document, {runOnly: only, resultTypes: ['violations']});
        return found.violations.map(v => v.id + ' (' + v.impact + '): ' + v.help + '\\n'
          + v.nodes.slice(0, 4).map(n => '    ' + n.html.slice(0, 200) + '\\n      '
            + (n.any[0] || n.all[0] || n.none[0] || {message: ''}).message).join('\\n'));
      }
      """;

  private static final String SIDEWAYS =
      """
      () => {
        const width = document.documentElement.clientWidth;
        if (document.documentElement.scrollWidth <= width) return [];
        const wide = [...document.querySelectorAll('body *')].filter(e =>
          e.getBoundingClientRect().right > width + 1
          && !e.closest('.scroll') && getComputedStyle(e).position !== 'absolute');
        return ['it is ' + document.documentElement.scrollWidth + ' px wide: '
          + wide.slice(0, 5).map(e => e.outerHTML.slice(0, 150)).join('\\n    ')];
      }
      """;

  private static final String MOTION =
      """
      () => [...document.querySelectorAll('*')].filter(e => {
        const s = getComputedStyle(e);
        return [s.transitionDuration, s.animationDuration].some(d =>
          d.split(',').some(one => parseFloat(one) > 0.01));
      }).slice(0, 5).map(e => e.outerHTML.slice(0, 120))
      """;

  private static final String PAINT =
      """
      () => new Promise(resolve => new PerformanceObserver(list => {
        const found = list.getEntries().find(e => e.name === 'first-contentful-paint');
        if (found) resolve(found.startTime);
      }).observe({type: 'paint', buffered: true}))
      """;

  private final RealBrowser browser;
  private final BrowserContext context;
  private final Page page;
  private final List<String> faults = Collections.synchronizedList(new ArrayList<>());

  /// @param authority that may be asked; absent for files
  Visit(RealBrowser browser, BrowserContext context, @Nullable String authority) {
    this.browser = browser;
    this.context = context;
    this.page = context.newPage();
    page.onConsoleMessage(this::heard);
    page.onPageError(error -> faults.add("uncaught: " + error));
    page.onDialog(dialog -> {
      faults.add("a dialog: " + dialog.message());
      dialog.dismiss();
    });
    page.onRequest(request -> {
      URI uri = URI.create(request.url());
      if (!Objects.equals(authority, uri.getAuthority()) && !"data".equals(uri.getScheme())) {
        faults.add("asked another host: " + request.url());
      }
    });
  }

  private void heard(ConsoleMessage message) {
    // What the platform answers is looked at by those who asked.
    if (message.type().equals("error") && !message.text().startsWith("Failed to load resource")) {
      faults.add("console: " + message.text());
    }
  }

  /// What Playwright calls a page.
  public Page page() {
    return page;
  }

  /// Opens an address and waits until all that belongs to it is there.
  ///
  /// @param address below the platform's own, or a whole one
  public Response open(String address) {
    return Objects.requireNonNull(page.navigate(address), address);
  }

  /// The address that is shown, without host.
  public String address() {
    URI uri = URI.create(page.url());
    return uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
  }

  /// What went wrong since this was last asked.
  public List<String> faults() {
    synchronized (faults) {
      var found = List.copyOf(faults);
      faults.clear();
      return found;
    }
  }

  /// What axe finds on the page that is shown.
  public List<String> axe() {
    return axe(List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"));
  }

  private List<String> axe(List<String> only) {
    page.evaluate(browser.axe());
    return texts(page.evaluate(AXE, only));
  }

  /// From now on the reader would rather have nothing move.
  public void wishForLittleMotion() {
    page.emulateMedia(new Page.EmulateMediaOptions().setReducedMotion(ReducedMotion.REDUCE));
  }

  /// What moves for longer than one can see.
  public List<String> moving() {
    return texts(page.evaluate(MOTION));
  }

  /// From now on it is dark, and the window has another size.
  public void turnDark(int width, int height) {
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
    page.setViewportSize(width, height);
  }

  /// Why the page scrolls sideways; empty when it does not.
  public List<String> sideways() {
    return texts(page.evaluate(SIDEWAYS));
  }

  private static List<String> texts(Object found) {
    return ((List<?>) found).stream().map(String::valueOf).toList();
  }

  /// Follows what is visible and named so, as a person would.
  public void follow(String name) {
    page.getByRole(
            com.microsoft.playwright.options.AriaRole.LINK,
            new Page.GetByRoleOptions().setName(name))
        .first()
        .click();
  }

  /// Every address that the page leads to.
  public List<String> links() {
    return texts(page.evaluate("() => [...document.querySelectorAll('a[href]')].map(a => a.href)"));
  }

  /// Every `id` and `name` that an address can point at.
  public List<String> anchors() {
    return texts(page.evaluate("() => [...document.querySelectorAll('[id]')].map(a => a.id)"));
  }

  /// How the page was painted, in milliseconds since it was asked for.
  public double firstContentfulPaint() {
    return ((Number) page.evaluate(PAINT)).doubleValue();
  }

  /// The values of cookies by name.
  public Map<String, String> cookies() {
    var all = new java.util.TreeMap<String, String>();
    context.cookies().forEach(cookie -> all.put(cookie.name, cookie.value));
    return all;
  }

  @Override
  public void close() {
    context.close();
  }
}
