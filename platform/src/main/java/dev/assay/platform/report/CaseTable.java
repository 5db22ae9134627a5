package dev.assay.platform.report;

import dev.assay.core.run.CaseAttempt;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Status;
import dev.assay.core.run.Verification;
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
public record CaseTable(
    List<String> metrics, boolean hasNoise, List<Row> rows, String summary, int leftOut) {
  private static final int MAX_ROWS = 500;
  private static final int MAX_METRIC_COLUMNS = 4;
  private static final int MAX_OPEN = 30;
  private static final int MOST_SAYING = 400;

  /// Whether the table is open at first: it is short, and something in it is not ok.
  public boolean isOpen() {
    return rows.size() <= MAX_OPEN
        && rows.stream().anyMatch(row -> !row.isOk() || !row.sayings().isEmpty());
  }

  /// @param verified what the verifier said, in a word
  /// @param metrics in the order of the columns
  /// @param sayings what there is to say about the case, each with who says it
  public record Row(
      int index,
      long seed,
      String kind,
      String status,
      boolean isOk,
      String verified,
      Amount window,
      Amount bracket,
      Amount cpu,
      OtherWork others,
      List<Amount> metrics,
      List<Saying> sayings) {}

  /// @param who empty when it is the platform
  public record Saying(String who, String text) {}

  /// The first cases of a point; all of them as long as there are not very many.
  public static CaseTable of(List<CaseResult> all) {
    return of(all, 0, MAX_ROWS);
  }

  /// Cases of a point from one place on.
  ///
  /// @param from place of the first row, from 0
  /// @param most rows there are at most
  public static CaseTable of(List<CaseResult> all, int from, int most) {
    int first = Math.clamp(from, 0, all.size());
    List<CaseResult> cases = all.subList(first, (int) Math.min(all.size(), (long) first + most));
    List<String> metrics = metricNames(all);
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
              verified(result.verification()),
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
        all.size() - first - cases.size());
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

  private static String verified(@Nullable Verification verification) {
    return verification == null ? Amount.NONE.text() : verification.passed() ? "passed" : "refused";
  }

  private static @Nullable Double metric(CaseResult result, String name) {
    return result.verification() == null ? null : result.verification().metrics().get(name);
  }

  private static List<Saying> sayings(CaseResult result) {
    var sayings = new ArrayList<Saying>();
    if (result.cause() != null) {
      add(sayings, "", result.cause().text());
    }
    if (result.ending() != null) {
      add(sayings, "evidence", EndingText.of(result.ending()));
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
      sayings.add(new Saying(who, SafeText.oneLine(text, MOST_SAYING)));
    }
  }

  /// About how many bytes of HTML a row with this case has.
  public static int weight(CaseResult result) {
    int metrics =
        result.verification() == null
            ? 0
            : Math.min(MAX_METRIC_COLUMNS, result.verification().metrics().size());
    int said =
        sayings(result).stream()
            .mapToInt(saying -> 30 + saying.text().chars().map(CaseTable::weight).sum())
            .sum();
    return 360 + 40 * metrics + said;
  }

  private static int weight(int character) {
    return character == '<' || character == '>' || character == '&' ? 5 : character < 0x80 ? 1 : 3;
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
