package dev.assay.platform.page;

import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Role;
import dev.assay.platform.access.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What stands around the content of a page.
///
/// @param head what is particular to the page
/// @param url the platform's own, without a slash at the end
/// @param path of the request with its query, to come back to after a login
/// @param account name of who looks; absent without a login
/// @param csrfToken for forms; absent without a session
/// @param version of Assay
public record Frame(
    Head head,
    Texts texts,
    Assets assets,
    String url,
    String path,
    @Nullable String account,
    @Nullable Role role,
    @Nullable String csrfToken,
    String version) {

  static Frame of(Head head, Pages.Surroundings around, String path, Caller caller) {
    return new Frame(
        head,
        around.texts(),
        around.assets(),
        around.url().get(),
        path,
        caller.account() == null ? null : caller.account().name(),
        caller.account() == null ? null : caller.account().role(),
        caller.csrfToken(),
        around.version());
  }

  /// A text of a message file.
  public String text(String key, Object... arguments) {
    return texts.of(key, arguments);
  }

  public boolean isLoggedIn() {
    return account != null;
  }

  /// Whether links to what needs a scope are shown.
  public boolean may(Scope scope) {
    return role != null && Scope.of(role).contains(scope);
  }

  /// Where the login comes back to; not to a login, whose link is a secret.
  public String loginAddress() {
    return path.equals("/") || path.startsWith("/login")
        ? "/login"
        : Addresses.with("/login", "next", path);
  }

  /// @param title without the name of Assay
  /// @param description a sentence for search engines and previews; empty for none
  /// @param section which link of the navigation is the current one; empty for none
  /// @param crumbs links above the page's title, outermost first
  /// @param canonical path of the page without what only selects a view; empty for none
  /// @param picture path of a PNG for previews (Open Graph); empty for none
  /// @param feed path of an Atom feed; empty for none
  /// @param scripts names of assets beyond those of every page, as in `charts.js`
  /// @param isLive whether it changes by itself, so that it is loaded again without JavaScript
  public record Head(
      String title,
      String description,
      String section,
      List<Crumb> crumbs,
      String canonical,
      String picture,
      String feed,
      List<String> scripts,
      boolean isLive) {
    public Head {
      crumbs = List.copyOf(crumbs);
      scripts = List.copyOf(scripts);
    }

    public static Head of(String title, String section) {
      return new Head(title, "", section, List.of(), "", "", "", List.of(), false);
    }

    public Head describedAs(String text) {
      return new Head(title, text, section, crumbs, canonical, picture, feed, scripts, isLive);
    }

    /// @param links outermost first, without the page itself
    public Head below(Crumb... links) {
      return new Head(
          title, description, section, List.of(links), canonical, picture, feed, scripts, isLive);
    }

    public Head at(String path) {
      return new Head(title, description, section, crumbs, path, picture, feed, scripts, isLive);
    }

    public Head withPicture(String path) {
      return new Head(title, description, section, crumbs, canonical, path, feed, scripts, isLive);
    }

    public Head withFeed(String path) {
      return new Head(
          title, description, section, crumbs, canonical, picture, path, scripts, isLive);
    }

    /// The charts' scripts: uPlot and `charts.js`.
    public Head withCharts() {
      return new Head(
          title,
          description,
          section,
          crumbs,
          canonical,
          picture,
          feed,
          List.of("uplot.js", "charts.js"),
          isLive);
    }

    public Head live() {
      return new Head(title, description, section, crumbs, canonical, picture, feed, scripts, true);
    }
  }

  /// A link above a page's title.
  public record Crumb(String text, String address) {}
}
