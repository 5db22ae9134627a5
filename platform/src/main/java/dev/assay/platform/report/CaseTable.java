package dev.assay.platform.report;

import dev.assay.core.run.CaseAttempt;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Status;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import dev.assay.core.unit.DurationText;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Each case of a point, in the order of hand-over.
///
/// @param metrics names of the verifier's metrics that have a column
/// @param summary how many cases there are, by status
/// @param hasNoise whether there is a column of what other work took
/// @param leftOut how many cases the table has no row for, since there are so many
record CaseTable(
    List<String> metrics, boolean hasNoise, List<Row> rows, String summary, int leftOut) {
  private static final int MAX_ROWS = 500;
  private static final int MAX_METRIC_COLUMNS = 4;
  private static final int MAX_OPEN = 30;

  /// Whether the table is open at first: it is short, and something in it is not ok.
  boolean isOpen() {
    return rows.size() <= MAX_OPEN
        && rows.stream().anyMatch(row -> !row.isOk() || !row.sayings().isEmpty());
  }

  /// @param metrics in the order of the columns
  /// @param sayings what there is to say about the case, each with who says it
  record Row(
      int index,
      long seed,
      String kind,
      String status,
      boolean isOk,
      Amount window,
      Amount bracket,
      Amount cpu,
      OtherWork others,
      List<Amount> metrics,
      List<Saying> sayings) {}

  /// @param who empty when it is the platform
  record Saying(String who, String text) {}

  static CaseTable of(List<CaseResult> all) {
    List<CaseResult> cases = all.subList(0, Math.min(all.size(), MAX_ROWS));
    List<String> metrics = metricNames(cases);
    List<Amount> windows = column(cases, result -> Amount.ofSeconds(result.seconds()));
    List<Amount> brackets = column(cases, result -> Amount.ofNanos(result.bracketNanos()));
    List<Amount> cpu = column(cases, result -> Amount.ofNanos(result.cpuNanos()));
    List<List<Amount>> metricColumns =
        metrics.stream()
            .map(name -> column(cases, result -> Amount.ofNumber(metric(result, name))))
            .toList();
    var rows = new ArrayList<Row>();
    for (int i = 0; i < cases.size(); i++) {
      int row = i;
      CaseResult result = cases.get(i);
      rows.add(
          new Row(
              result.index(),
              result.seed(),
              Words.kind(result.kind()),
              result.status().text(),
              result.status() == Status.OK,
              windows.get(i),
              brackets.get(i),
              cpu.get(i),
              OtherWork.of(result),
              metricColumns.stream().map(column -> column.get(row)).toList(),
              sayings(result)));
    }
    return new CaseTable(
        metrics.stream().map(SafeText::oneLine).toList(),
        rows.stream().anyMatch(row -> row.others().isKnown()),
        rows,
        summary(all),
        all.size() - cases.size());
  }

  private static List<Amount> column(List<CaseResult> cases, Function<CaseResult, Amount> cell) {
    return Amount.aligned(cases.stream().map(cell).toList());
  }

  private static List<String> metricNames(List<CaseResult> cases) {
    var names = new TreeSet<String>();
    for (CaseResult result : cases) {
      if (result.verification() != null) {
        names.addAll(result.verification().metrics().keySet());
      }
    }
    return names.stream().limit(MAX_METRIC_COLUMNS).toList();
  }

  private static @Nullable Double metric(CaseResult result, String name) {
    return result.verification() == null ? null : result.verification().metrics().get(name);
  }

  private static List<Saying> sayings(CaseResult result) {
    var sayings = new ArrayList<Saying>();
    if (result.cause() != null) {
      add(sayings, "", result.cause().text());
    }
    result.suspicions().forEach(suspicion -> add(sayings, "suspect", suspicion.text()));
    if (result.verification() != null) {
      add(sayings, "verifier", result.verification().note());
    }
    add(sayings, "solution", result.note());
    attempts(result).ifPresent(text -> add(sayings, "", text));
    result.remarks().forEach(remark -> add(sayings, "", remark));
    return sayings;
  }

  private static Optional<String> attempts(CaseResult result) {
    List<CaseAttempt> attempts = result.attempts();
    if (attempts.size() < 2) {
      return Optional.empty();
    }
    var parts = new ArrayList<String>();
    for (int i = 0; i < attempts.size(); i++) {
      CaseAttempt attempt = attempts.get(i);
      Double seconds = attempt.seconds();
      OtherWork others = OtherWork.of(attempt);
      parts.add(
          "%d: %s%s%s"
              .formatted(
                  i + 1,
                  seconds == null ? attempt.status().text() : DurationText.ofSeconds(seconds),
                  others.isDisturbed() ? ", " + others.text() : "",
                  attempt.counts() ? ", which counts" : ""));
    }
    return Optional.of(
        "measured %d times; %s".formatted(attempts.size(), String.join("; ", parts)));
  }

  private static void add(List<Saying> sayings, String who, String text) {
    if (!text.isBlank()) {
      sayings.add(new Saying(who, SafeText.oneLine(text)));
    }
  }

  private static String summary(List<CaseResult> cases) {
    Map<Status, Long> counts =
        cases.stream()
            .collect(
                Collectors.groupingBy(
                    CaseResult::status, () -> new EnumMap<>(Status.class), Collectors.counting()));
    String parts =
        counts.entrySet().stream()
            .map(entry -> "%d %s".formatted(entry.getValue(), entry.getKey().text()))
            .collect(Collectors.joining(", "));
    return "%d %s%s"
        .formatted(
            cases.size(),
            cases.size() == 1 ? "case" : "cases",
            parts.isEmpty() ? "" : ": " + parts);
  }
}
