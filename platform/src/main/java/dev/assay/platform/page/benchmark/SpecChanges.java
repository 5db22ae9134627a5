package dev.assay.platform.page.benchmark;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Limits;
import dev.assay.core.bundle.Point;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What changed from one version of a bundle to the next. A pure function.
final class SpecChanges {
  private static final int MOST_NAMES = 8;

  private final List<Change> changes = new ArrayList<>();

  private SpecChanges() {}

  /// A change as a key of the message files with its arguments.
  record Change(String key, List<String> arguments) {
    Change {
      arguments = List.copyOf(arguments);
    }

    Object[] array() {
      return arguments.toArray();
    }
  }

  /// What changed, most telling first. Never empty: two versions with the same content say so.
  static List<Change> between(ShownVersion before, ShownVersion after) {
    var found = new SpecChanges();
    BundleSpec old = before.spec();
    BundleSpec now = after.spec();
    found.points(old.points(), now.points());
    found.compare("sample", old, now, spec -> Words.sample(spec.sample()));
    found.compare("bar", old, now, spec -> Words.bar(spec.bar()));
    found.compare("score", old, now, spec -> Words.score(spec.score()));
    found.compare("clock", old, now, spec -> spec.score().selfReported().text());
    found.compare("protocol", old, now, spec -> spec.protocol().text());
    found.compare("envelope", old, now, spec -> EnvelopeView.words(spec.envelope()));
    found.limits(old, now);
    if (!old.signature().equals(now.signature())) {
      found.add("signature");
    }
    found.compare("title", old, now, BundleSpec::title);
    if (!before.image().equals(after.image())) {
      found.add("image", before.image().reference(), after.image().reference());
    }
    found.content(before, after);
    return found.changes;
  }

  private void add(String what, String... arguments) {
    changes.add(
        new Change(
            "benchmark.change." + what, List.of(arguments).stream().map(SafeText::shown).toList()));
  }

  private void compare(
      String what, BundleSpec old, BundleSpec now, Function<BundleSpec, String> words) {
    String before = words.apply(old);
    String after = words.apply(now);
    if (!before.equals(after)) {
      add(what, before, after);
    }
  }

  private void points(List<Point> old, List<Point> now) {
    Map<String, Map<String, BigDecimal>> before = byName(old);
    Map<String, Map<String, BigDecimal>> after = byName(now);
    names(
        "points.added",
        now.stream().map(Point::name).filter(name -> !before.containsKey(name)).toList());
    names(
        "points.removed",
        old.stream().map(Point::name).filter(name -> !after.containsKey(name)).toList());
    names(
        "points.changed",
        now.stream()
            .filter(point ->
                before.containsKey(point.name())
                    && !before.getOrDefault(point.name(), Map.of()).equals(point.params()))
            .map(Point::name)
            .toList());
  }

  private static Map<String, Map<String, BigDecimal>> byName(List<Point> points) {
    return points.stream().collect(Collectors.toMap(Point::name, Point::params, (a, b) -> a));
  }

  private void names(String what, List<String> names) {
    if (!names.isEmpty()) {
      String rest = names.size() > MOST_NAMES ? ", …" : "";
      add(
          what,
          Integer.toString(names.size()),
          names.stream().limit(MOST_NAMES).collect(Collectors.joining(", ")) + rest);
    }
  }

  private void limits(BundleSpec old, BundleSpec now) {
    Map<String, String> before = limits(old.limits());
    limits(now.limits())
        .forEach((name, text) -> {
          String was = before.getOrDefault(name, "");
          if (!was.equals(text)) {
            add("limit." + name, was, text);
          }
        });
    if (!old.bundleLimits().equals(now.bundleLimits())) {
      add("bundle.limits");
    }
    if (old.buildNetwork() != now.buildNetwork()) {
      add(now.buildNetwork() ? "network.on" : "network.off");
    }
  }

  private void content(ShownVersion before, ShownVersion after) {
    if (before.hash().equals(after.hash())) {
      add("nothing");
    } else if (changes.isEmpty()) {
      add("files.only");
    } else {
      add("files");
    }
  }

  /// The limits of a solution in words, by their names.
  static Map<String, String> limits(Limits limits) {
    var words = new LinkedHashMap<String, String>();
    words.put("init", Words.limit(limits.init()));
    words.put("case", Words.limit(limits.caseTime()));
    words.put("cpu", Words.limit(limits.cpu()));
    words.put("build", Words.limit(limits.build()));
    words.put("memory", limits.memory().toText());
    words.put("cpus", Integer.toString(limits.cpus()));
    words.put("processes", Integer.toString(limits.processes()));
    words.put("output", limits.output().toText());
    words.put("log", limits.log().toText());
    return words;
  }
}
