package dev.assay.platform.page.chart;

import dev.assay.core.encrypted.EncryptedSurroundings;
import dev.assay.core.job.Job;
import dev.assay.core.run.Run;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.chart.ComparePage.Known;
import dev.assay.platform.page.chart.CompareView.Coordinate;
import dev.assay.platform.page.chart.CompareView.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/// The four things that the numbers of runs belong to, side by side: code, machine, environment,
/// and bundle with its points. Facts that can change under a class of machine are named only where
/// they differ.
final class Coordinates {
  private static final int MOST_TEXT = 48;
  private static final int MOST_FACTS = 15;

  private final List<Known> runs;
  private final List<Coordinate> rows = new ArrayList<>();
  private int same;

  Coordinates(List<Known> runs) {
    this.runs = runs;
    code();
    bundle();
    machine();
    environment();
  }

  List<Coordinate> rows() {
    return List.copyOf(rows);
  }

  /// How many facts are the same for all and not among the rows.
  int sameCount() {
    return same;
  }

  private void code() {
    add(
        "code",
        "implementation",
        one ->
            new Value(
                cut(one.view().code().implementationName()),
                "",
                Addresses.implementation(one.view().code().implementation())));
    add(
        "code",
        "commit",
        one ->
            new Value(
                hash(one.view().code().commit()),
                one.view().code().commit(),
                Addresses.submission(one.view().code().submission())));
    add("code", "repository", one -> text(one.view().code().repository()));
    add("code", "path", one -> text(one.view().code().path()));
    add("code", "tree", one -> shortened(one.view().code().treeHash()));
  }

  private void bundle() {
    add(
        "bundle",
        "bundle",
        one ->
            new Value(
                cut(one.run().job().bundleName() + "@" + one.run().job().bundleVersion()),
                "",
                Addresses.with(
                    Addresses.benchmark(one.view().code().benchmark()),
                    "version",
                    one.view().code().version())));
    add("bundle", "hash", one -> shortened(one.run().job().bundleHash()));
    add("bundle", "score", one -> text(Words.score(one.run().job().score())));
    if (runs.stream().anyMatch(one -> one.run().job().procedure() == null)) {
      add("bundle", "seeds", one -> text(one.run().job().seeds().toText()));
    }
    add("bundle", "points", one -> text(points(one.run())));
  }

  private static String points(Run run) {
    return String.join(", ", run.job().points().stream().map(point -> point.name()).toList());
  }

  private void machine() {
    add(
        "machine",
        "class",
        one -> new Value(Words.machineClass(one.run().machineClass()), "", null));
    add(
        "machine",
        "runner",
        one ->
            new Value(
                cut(one.run().machine().hostName()),
                "",
                Addresses.runner(one.view().machine().runner())));
    addFacts(
        "machine",
        one -> {
          Map<String, String> facts = new TreeMap<>(one.run().machine().facts());
          facts.put("kernel", one.run().machine().kernel());
          facts.put("operating system", one.run().machine().operatingSystem());
          return facts;
        });
  }

  private void environment() {
    add("environment", "image", one -> image(one.run().job()));
    add("environment", "window", one -> text(one.run().window().text()));
    if (runs.stream().anyMatch(one -> one.run().job().encrypted() != null)) {
      encrypted();
    }
    addFacts(
        "environment",
        one -> {
          Map<String, String> facts = new TreeMap<>(one.run().environment());
          facts.put("bundle image", one.run().job().bundleImage().digest());
          facts.put("assay", one.run().assayVersion());
          return facts;
        });
  }

  /// What encrypted runs belong to besides: where the halves were, and the author's parameters.
  private void encrypted() {
    add("environment", "halves", one -> text(EncryptedSurroundings.halves(one.run())));
    add("environment", "parameters", one -> text(EncryptedSurroundings.parameters(one.run())));
    add("environment", "config", one -> text(EncryptedSurroundings.config(one.run())));
  }

  private static Value image(Job job) {
    String digest = job.solutionImage().digest();
    return new Value(
        cut(job.solutionImage().reference()) + " " + hash(digest.replaceFirst("^sha256:", "")),
        digest,
        null);
  }

  private void add(String group, String name, Function<Known, Value> of) {
    List<Value> values = runs.stream().map(of).toList();
    boolean isDifferent = values.stream().distinct().count() > 1;
    rows.add(
        new Coordinate(
            group, name, name, isDifferent ? values : values.subList(0, 1), isDifferent));
  }

  private void addFacts(String group, Function<Known, Map<String, String>> of) {
    List<Map<String, String>> facts = runs.stream().map(of).toList();
    var names = new TreeSet<String>();
    facts.forEach(one -> names.addAll(one.keySet()));
    int shown = 0;
    for (String name : names) {
      List<Value> values = facts.stream().map(one -> text(one.getOrDefault(name, "–"))).toList();
      boolean isDifferent =
          facts.stream().map(one -> one.getOrDefault(name, "–")).distinct().count() > 1;
      if (isDifferent && shown < MOST_FACTS) {
        rows.add(new Coordinate(group, cut(name), "", values, true));
        shown++;
      } else {
        same += isDifferent ? 0 : 1;
      }
    }
  }

  private static Value text(String text) {
    String safe = SafeText.oneLine(text, 300);
    return new Value(cut(text), safe.length() > MOST_TEXT ? safe : "", null);
  }

  private static Value shortened(String hash) {
    return new Value(hash(hash), SafeText.oneLine(hash, 100), null);
  }

  private static String hash(String hash) {
    return SafeText.oneLine(hash.length() > 12 ? hash.substring(0, 12) : hash);
  }

  private static String cut(String text) {
    return SafeText.oneLine(text, MOST_TEXT);
  }
}
