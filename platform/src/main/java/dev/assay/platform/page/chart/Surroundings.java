package dev.assay.platform.page.chart;

import dev.assay.core.run.Machine;
import dev.assay.core.run.Run;
import dev.assay.core.text.SafeText;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.cache.LruCache;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/// What can change around a run under its class of machine: facts of the machine, and the versions
/// between it and the code. What was read is kept, since a run's documents never change.
/// Thread-safe.
final class Surroundings {
  private static final int MOST_KEPT = 2_000;
  private static final int MOST_TEXT = 60;

  private final LruCache<Long, Map<String, String>> kept = new LruCache<>(MOST_KEPT);

  /// Facts by the key of the run.
  ///
  /// @param load documents of runs by key
  Map<Long, Map<String, String>> of(List<Long> runs, Function<List<Long>, Map<Long, String>> load) {
    Map<Long, Map<String, String>> all = kept.find(runs);
    List<Long> missing = runs.stream().filter(run -> !all.containsKey(run)).toList();
    if (!missing.isEmpty()) {
      load.apply(missing)
          .forEach((run, document) -> {
            Map<String, String> read = read(document);
            kept.put(run, read);
            all.put(run, read);
          });
    }
    return all;
  }

  private static Map<String, String> read(String document) {
    Run run =
        JsonCodec.read(
            document.getBytes(StandardCharsets.UTF_8), Run.class, "a document of the database");
    Machine machine = run.machine();
    var all = new TreeMap<String, String>(machine.facts());
    all.putAll(run.environment());
    all.put("kernel", machine.kernel());
    all.put("operating system", machine.operatingSystem());
    all.put("host", machine.hostName());
    all.put("assay", run.assayVersion());
    return Map.copyOf(all);
  }

  /// What is not the same, as in `kernel 6.1.0 → 6.5.0`.
  static List<String> changes(Map<String, String> before, Map<String, String> after) {
    var names = new TreeSet<>(before.keySet());
    names.addAll(after.keySet());
    var changes = new ArrayList<String>();
    for (String name : names) {
      String old = before.getOrDefault(name, "–");
      String now = after.getOrDefault(name, "–");
      if (!old.equals(now)) {
        changes.add("%s %s → %s".formatted(shown(name), shown(old), shown(now)));
      }
    }
    return changes;
  }

  private static String shown(String text) {
    return SafeText.oneLine(text, MOST_TEXT);
  }
}
