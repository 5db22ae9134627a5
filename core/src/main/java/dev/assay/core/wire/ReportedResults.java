package dev.assay.core.wire;

import dev.assay.core.run.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// `out/results.json` of a point directory, as a solution's own program writes it. Nothing in it
/// can fail: what is odd is remarked on, and what cannot be read is not there.
///
/// @param initSeconds what it says that `init` took; absent when it does not say
/// @param rows by case, in the order of the file; of doubled rows the first
/// @param remarks sentences on what was odd, for the run
/// @param malformed why nothing could be read, a sentence without a full stop; absent when it could
public record ReportedResults(
    @Nullable Double initSeconds,
    Map<Integer, Row> rows,
    List<String> remarks,
    @Nullable String malformed) {
  /// The largest file that is read, in bytes.
  public static final int MAX_BYTES = StrictJson.MAX_BYTES;

  /// The longest note that is kept, in code points.
  public static final int MAX_NOTE = 200;

  public ReportedResults {
    rows = Collections.unmodifiableMap(new LinkedHashMap<>(rows));
    remarks = List.copyOf(remarks);
  }

  /// What the solution says of one case.
  ///
  /// @param seconds as written: it may be negative, zero or absurd; absent when it is not there or
  ///   not a finite number
  /// @param status absent when it is not there or none of ours
  public record Row(int index, @Nullable Double seconds, @Nullable Status status, String note) {
    /// Whether the solution claims an answer.
    public boolean isOk() {
      return status == Status.OK;
    }
  }

  /// Reads what a solution wrote.
  ///
  /// @param count how many cases there are
  public static ReportedResults parse(byte[] json, int count) {
    return switch (StrictJson.parse(json)) {
      case StrictJson.Parsed.Malformed(String reason) -> ofMalformed(reason);
      case StrictJson.Parsed.Tree(JsonNode root) when !root.isObject() ->
          ofMalformed("it is no object but " + BundleJson.shown(root));
      case StrictJson.Parsed.Tree(JsonNode root) -> new Reading(count).read(root);
    };
  }

  private static ReportedResults ofMalformed(String reason) {
    return new ReportedResults(null, Map.of(), List.of(), reason);
  }

  private static final class Reading {
    private static final int MAX_REMARKS = 10;
    private static final Set<String> KEYS = Set.of("init_s", "cases");
    private static final Set<String> ROW_KEYS = Set.of("i", "seconds", "status", "note");

    private final int count;
    private final Map<Integer, Row> rows = new LinkedHashMap<>();
    private final List<String> remarks = new ArrayList<>();
    private int remarkCount;
    private int last = -1;

    Reading(int count) {
      this.count = count;
    }

    ReportedResults read(JsonNode root) {
      remarkOnUnknownKeys(root, KEYS, "results.json");
      JsonNode init = root.get("init_s");
      Double initSeconds = init == null ? null : number(init, "init_s").orElse(null);
      JsonNode cases = root.get("cases");
      if (cases == null || !cases.isArray()) {
        return ofMalformed("\"cases\" is not there or no array");
      }
      int position = 0;
      for (JsonNode row : cases) {
        readRow(row, "row %d of results.json".formatted(position++));
      }
      if (remarkCount > MAX_REMARKS) {
        remarks.add("results.json has %d more such oddities".formatted(remarkCount - MAX_REMARKS));
      }
      return new ReportedResults(initSeconds, rows, remarks, null);
    }

    private void readRow(JsonNode node, String where) {
      JsonNode i = node.get("i");
      if (i == null || !i.isIntegralNumber() || !i.canConvertToInt()) {
        remark("%s has no whole number \"i\" and is left out".formatted(where));
        return;
      }
      int index = i.intValue();
      if (index < 0 || index >= count) {
        remark("%s is of case %d, which does not exist".formatted(where, index));
        return;
      }
      if (rows.containsKey(index)) {
        remark("%s is a second one of case %d; the first counts".formatted(where, index));
        return;
      }
      if (index < last) {
        remark("%s is of case %d, out of order".formatted(where, index));
      }
      last = index;
      remarkOnUnknownKeys(node, ROW_KEYS, where);
      rows.put(index, row(node, index, where));
    }

    private Row row(JsonNode node, int index, String where) {
      JsonNode seconds = node.get("seconds");
      JsonNode status = node.get("status");
      JsonNode note = node.get("note");
      return new Row(
          index,
          seconds == null ? null : number(seconds, "\"seconds\" in " + where).orElse(null),
          status == null ? null : status(status, where).orElse(null),
          note == null ? "" : note(note, where));
    }

    private Optional<Double> number(JsonNode node, String where) {
      if (node.isNumber() && Double.isFinite(Decimals.toDouble(node))) {
        return Optional.of(Decimals.toDouble(node));
      }
      if (!node.isNull()) {
        remark("%s is no finite number but %s".formatted(where, BundleJson.shown(node)));
      }
      return Optional.empty();
    }

    private Optional<Status> status(JsonNode node, String where) {
      Optional<Status> status =
          node.isString() ? Status.parse(node.stringValue()) : Optional.empty();
      if (status.isEmpty()) {
        remark("the status in %s is unknown: %s".formatted(where, BundleJson.shown(node)));
      }
      return status;
    }

    private String note(JsonNode node, String where) {
      if (node.isString()) {
        return Text.bounded(node.stringValue(), MAX_NOTE);
      }
      if (!node.isNull()) {
        remark("the note in %s is no string".formatted(where));
      }
      return "";
    }

    private void remarkOnUnknownKeys(JsonNode object, Set<String> known, String where) {
      for (String name : object.propertyNames()) {
        if (!known.contains(name)) {
          remark(
              "%s has an unknown key \"%s\", which is not read"
                  .formatted(where, Text.bounded(name, 40)));
        }
      }
    }

    private void remark(String text) {
      remarkCount++;
      if (remarks.size() < MAX_REMARKS) {
        remarks.add(text);
      }
    }
  }
}
