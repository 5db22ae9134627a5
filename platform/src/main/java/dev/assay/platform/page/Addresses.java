package dev.assay.platform.page;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// Addresses of pages, relative to the platform's own. They stay true for ever: a page may move its
/// content, and never its address.
public final class Addresses {
  private Addresses() {}

  /// @param name as in `polymul/negacyclic`
  public static String benchmark(String name) {
    return "/benchmarks/" + encoded(name.replace('/', '~'));
  }

  public static String point(String benchmark, String point) {
    return benchmark(benchmark) + "/points/" + encoded(point);
  }

  public static String implementation(String id) {
    return "/implementations/" + encoded(id);
  }

  /// A language at every task of whole programs.
  public static String language(String language) {
    return "/languages/" + encoded(language);
  }

  public static String submission(String id) {
    return "/submissions/" + encoded(id);
  }

  public static String job(String id) {
    return "/jobs/" + encoded(id);
  }

  public static String run(String id) {
    return "/runs/" + encoded(id);
  }

  /// A point of a run with its cases.
  public static String runPoint(String run, String point) {
    return run(run) + "/points/" + encoded(point);
  }

  /// A log of a run.
  ///
  /// @param name as the run names it, as in `logs/build.log`
  public static String runFile(String run, String name) {
    return run(run) + "/files/" + encoded(name).replace("%2F", "/");
  }

  public static String runner(String id) {
    return "/runners/" + encoded(id);
  }

  /// An entry of the glossary.
  ///
  /// @param word as in `window`
  public static String word(String word) {
    return "/about/glossary#" + encoded(word.replace(' ', '-'));
  }

  /// An address with one more parameter.
  public static String with(String address, String name, String value) {
    return address + (address.contains("?") ? "&" : "?") + name + "=" + encoded(value);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("%7E", "~");
  }
}
