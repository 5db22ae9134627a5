package dev.assay.core.wire;

import dev.assay.core.run.StageClock;
import dev.assay.core.run.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
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
/// @param envelopeSeconds what it says that making keys took, under the protocol `encrypted`;
///   absent when it does not say
public record ReportedResults(
    @Nullable Double initSeconds,
    Map<Integer, Row> rows,
    List<String> remarks,
    @Nullable String malformed,
    @Nullable Double envelopeSeconds) {
  /// The largest file that is read, in bytes.
  public static final int MAX_BYTES = StrictJson.MAX_BYTES;

  /// The longest note that is kept, in code points.
  public static final int MAX_NOTE = 200;

  public ReportedResults {
    rows = Collections.unmodifiableMap(new LinkedHashMap<>(rows));
    remarks = List.copyOf(remarks);
  }

  /// One that says nothing of keys.
  public ReportedResults(
      @Nullable Double initSeconds,
      Map<Integer, Row> rows,
      List<String> remarks,
      @Nullable String malformed) {
    this(initSeconds, rows, remarks, malformed, null);
  }

  /// What is done once under the protocol `encrypted`: making keys, and `init`.
  public List<StageClock> onceStages() {
    var stages = new ArrayList<StageClock>();
    if (envelopeSeconds != null && envelopeSeconds >= 0) {
      stages.add(new StageClock("keygen", Math.round(envelopeSeconds * 1e9)));
    }
    if (initSeconds != null && initSeconds >= 0) {
      stages.add(new StageClock("init", Math.round(initSeconds * 1e9)));
    }
    return List.copyOf(stages);
  }

  /// All that it says of stages beside its windows and `init`, in seconds.
  public double stageSeconds() {
    double sum = envelopeSeconds == null ? 0 : Math.max(0, envelopeSeconds);
    for (Row row : rows.values()) {
      sum += row.stages().nanos().values().stream().mapToLong(Long::longValue).sum() / 1e9;
    }
    return sum;
  }

  /// What the solution says of the stages of one case, under the protocol `encrypted`.
  ///
  /// @param nanos by stage: `encode`, `encrypt`, `decrypt`, `decode`; none below zero
  public record Stages(
      Map<String, Long> nanos, @Nullable Integer ciphertextsIn, @Nullable Integer ciphertextsOut) {
    /// It says nothing.
    public static final Stages NONE = new Stages(Map.of(), null, null);

    public Stages {
      nanos = Map.copyOf(nanos);
    }
  }

  /// What the solution says of one case.
  ///
  /// @param seconds as written: it may be negative, zero or absurd; absent when it is not there or
  ///   not a finite number
  /// @param status absent when it is not there or none of ours
  /// @param stages under the protocol `encrypted`
  public record Row(
      int index, @Nullable Double seconds, @Nullable Status status, String note, Stages stages) {
    /// A case without stages.
    public Row(int index, @Nullable Double seconds, @Nullable Status status, String note) {
      this(index, seconds, status, note, Stages.NONE);
    }

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
    private static final Map<String, String> STAGES =
        Map.of(
            "encoding_s", "encode",
            "encrypt_s", "encrypt",
            "decrypt_s", "decrypt",
            "decoding_s", "decode");
    private static final Set<String> COUNTS = Set.of("ciphertexts_in", "ciphertexts_out");
    private static final Set<String> KEYS = Set.of("init_s", "cases", "envelope_s");
    private static final Set<String> ROW_KEYS = Set.of("i", "seconds", "status", "note");
    private static final int MAX_COUNT = 4096;

    private final int count;
    private final Map<Integer, Row> rows = new LinkedHashMap<>();
    private final List<String> remarks = new ArrayList<>();
    private @Nullable JsonNode whole;
    private int remarkCount;
    private int last = -1;

    Reading(int count) {
      this.count = count;
    }

    ReportedResults read(JsonNode root) {
      remarkOnUnknownKeys(root, KEYS, "results.json");
      whole = root;
      JsonNode envelope = root.get("envelope_s");
      Double envelopeSeconds =
          envelope == null ? null : number(envelope, "envelope_s").orElse(null);
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
      STAGES.keySet().stream().sorted().forEach(key -> remarkOnSum(root, key));
      return new ReportedResults(initSeconds, rows, remarks, null, envelopeSeconds);
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
          note == null ? "" : note(note, where),
          stages(node, index, where));
    }

    /// Of a row, or on top as lists with an element for each case.
    private Stages stages(JsonNode row, int index, String where) {
      var nanos = new HashMap<String, Long>();
      STAGES.forEach((key, stage) -> {
        JsonNode said = find(row, index, key);
        if (said != null) {
          number(said, "\"%s\" in %s".formatted(key, where))
              .filter(seconds -> seconds >= 0)
              .ifPresent(seconds -> nanos.put(stage, Math.round(seconds * 1e9)));
        }
      });
      return new Stages(
          nanos, count(row, index, "ciphertexts_in"), count(row, index, "ciphertexts_out"));
    }

    private @Nullable JsonNode find(JsonNode row, int index, String key) {
      JsonNode own = row.get(key);
      JsonNode all = whole == null ? null : whole.get(key);
      return own == null && all != null && all.isArray() ? all.get(index) : own;
    }

    /// A number of ciphertexts may be the same for all cases.
    private @Nullable Integer count(JsonNode row, int index, String key) {
      JsonNode said = find(row, index, key);
      if (said == null && whole != null && whole.get(key) != null && !whole.get(key).isArray()) {
        said = whole.get(key);
      }
      return said != null
              && said.isIntegralNumber()
              && said.canConvertToInt()
              && said.intValue() >= 0
              && said.intValue() <= MAX_COUNT
          ? said.intValue()
          : null;
    }

    /// A time of all cases together belongs to none of them.
    private void remarkOnSum(JsonNode root, String key) {
      JsonNode said = root.get(key);
      if (said != null && said.isNumber()) {
        remark("results.json says %s = %s of all cases together".formatted(key, said));
      }
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
        if (!known.contains(name) && !STAGES.containsKey(name) && !COUNTS.contains(name)) {
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
