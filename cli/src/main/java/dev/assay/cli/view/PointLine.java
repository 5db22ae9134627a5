package dev.assay.cli.view;

import dev.assay.core.bundle.Better;
import dev.assay.core.bundle.EncryptedMode;
import dev.assay.core.bundle.Fold;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Score;
import dev.assay.core.bundle.SelfReported;
import dev.assay.core.game.ProgramFigures;
import dev.assay.core.judge.SampleQuality;
import dev.assay.core.judge.Summary;
import dev.assay.core.judge.Verdict;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.Cause;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.Status;
import dev.assay.core.run.Suspicion;
import dev.assay.core.run.Window;
import dev.assay.core.text.DecimalColumn;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import dev.assay.core.unit.DataSize;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One point in words. Folded here, on the way out, from the ok cases of the sample.
///
/// @param implementation empty where all points are of one
/// @param ok as in `24/25`
/// @param interval where the median lies, as in `12.4–13.5 µs`
/// @param spread of the middle half
/// @param cpu CPU time of the fastest measurement of a program; empty under other protocols, as the
///   next two
/// @param busy CPU time of the whole machine during it
/// @param load how busy each processor was during it
/// @param flags separated by commas
/// @param notes sentences on how good the numbers are
record PointLine(
    String implementation,
    String name,
    String verdict,
    String reason,
    String ok,
    String min,
    String median,
    String interval,
    String spread,
    String mean,
    String max,
    String memory,
    String cpu,
    String busy,
    String load,
    String flags,
    List<String> notes) {
  private static final String NONE = "-";

  private static final Score SECONDS =
      new Score(Score.SECONDS, Fold.MIN, Better.LOWER, SelfReported.MEASURED);

  private static final Verdict UNKNOWN =
      new Verdict(Verdict.Outcome.NOT_JUDGED, "nobody has judged it");

  /// The points of the plan, with the decimal points of each column below each other.
  static List<PointLine> of(Run run, Map<String, Verdict> verdicts) {
    return aligned(unaligned("", run, verdicts));
  }

  /// The points of several runs, run by run.
  static List<PointLine> ofMany(List<Run> runs, List<Map<String, Verdict>> verdicts) {
    var lines = new ArrayList<PointLine>();
    for (int i = 0; i < runs.size(); i++) {
      Run run = runs.get(i);
      lines.addAll(unaligned(SafeText.oneLine(run.job().implementation()), run, verdicts.get(i)));
    }
    return aligned(lines);
  }

  private static List<PointLine> unaligned(
      String implementation, Run run, Map<String, Verdict> verdicts) {
    var results = new HashMap<String, PointResult>();
    run.points().forEach(result -> results.putIfAbsent(result.point(), result));
    var lines = new ArrayList<PointLine>();
    for (Point point : run.job().points()) {
      lines.add(
          of(
              implementation,
              run,
              point,
              verdicts.getOrDefault(point.name(), UNKNOWN),
              results.get(point.name())));
    }
    return lines;
  }

  /// The point, with its implementation where there are several.
  String subject() {
    return implementation.isEmpty() ? name : implementation + ", " + name;
  }

  /// Whether both are points of one implementation in a table of several.
  boolean isOfSameImplementation(PointLine other) {
    return !implementation.isEmpty() && implementation.equals(other.implementation);
  }

  boolean isPass() {
    return verdict.equals(word(Verdict.Outcome.PASS));
  }

  private static String word(Verdict.Outcome outcome) {
    return outcome.text().replace('-', ' ');
  }

  private static PointLine of(
      String implementation, Run run, Point point, Verdict verdict, @Nullable PointResult result) {
    String name = SafeText.oneLine(point.name());
    String word = word(verdict.outcome());
    String reason = SafeText.oneLine(reason(verdict, result));
    if (result == null || result.cases().isEmpty()) {
      return new PointLine(
          implementation,
          name,
          word,
          reason,
          NONE,
          NONE,
          NONE,
          NONE,
          NONE,
          NONE,
          NONE,
          NONE,
          "",
          "",
          "",
          "",
          List.of());
    }
    Score score = run.job().score();
    Summary sample = Summary.of(score, CaseKind.SAMPLE, result.cases());
    SampleQuality quality = SampleQuality.of(score, result.cases());
    long ok = result.cases().stream().filter(one -> one.status() == Status.OK).count();
    return new PointLine(
        implementation,
        name,
        word,
        reason,
        ok + "/" + result.cases().size(),
        text(score, sample.min()),
        text(score, sample.median()),
        orNone(quality.intervalText(score)),
        orNone(quality.spreadText()),
        text(score, sample.mean()),
        text(score, sample.max()),
        memory(result),
        figure(result, one -> seconds(one.cpuSeconds())),
        figure(result, one -> seconds(one.busySeconds())),
        figure(result, ProgramFigures::load),
        flags(run, result),
        Stream.concat(suspicions(result), quality.sentences().stream())
            .map(SafeText::oneLine)
            .toList());
  }

  /// Why a person has to look, and at how many cases besides.
  private static Stream<String> suspicions(PointResult result) {
    List<Suspicion> all =
        Stream.concat(
                result.suspicions().stream(),
                result.cases().stream().flatMap(one -> one.suspicions().stream()))
            .toList();
    return all.stream()
        .limit(1)
        .map(first ->
            all.size() == 1
                ? "suspect: " + first.text()
                : "suspect, for %d reasons: %s".formatted(all.size(), first.text()));
  }

  /// The verdict's reason, and of a point that fails the first case that is not ok.
  private static String reason(Verdict verdict, @Nullable PointResult result) {
    if (result == null || verdict.outcome() != Verdict.Outcome.FAIL) {
      return verdict.reason();
    }
    return result.cases().stream()
        .filter(one -> one.cause() != null)
        .findFirst()
        .map(one ->
            "%s; case %d %s: %s"
                .formatted(verdict.reason(), one.index(), one.status().text(), text(one.cause())))
        .orElse(verdict.reason());
  }

  private static String text(@Nullable Cause cause) {
    return cause == null ? "" : cause.text();
  }

  private static String text(Score score, OptionalDouble value) {
    if (value.isEmpty()) {
      return NONE;
    }
    return Words.value(score, value.getAsDouble());
  }

  private static String orNone(String text) {
    return text.isEmpty() ? NONE : text;
  }

  /// Of a program; empty under other protocols.
  private static String figure(PointResult result, Function<ProgramFigures, String> text) {
    return result.measurements() == null ? "" : ProgramFigures.of(result).map(text).orElse(NONE);
  }

  private static String seconds(@Nullable Double seconds) {
    return seconds == null ? NONE : Words.value(SECONDS, seconds);
  }

  private static String memory(PointResult result) {
    Long peak =
        result.measurements() != null
            ? ProgramFigures.of(result).map(ProgramFigures::peakMemoryBytes).orElse(null)
            : result.process() == null ? null : result.process().cost().peakMemoryBytes();
    return peak == null ? NONE : DataSize.ofBytes(Math.max(0, peak)).toText();
  }

  private static String flags(Run run, PointResult result) {
    var flags = new ArrayList<String>();
    if (!result.suspicions().isEmpty()
        || result.cases().stream().anyMatch(one -> !one.suspicions().isEmpty())) {
      flags.add("suspect");
    }
    if (run.window() == Window.SELF_REPORTED) {
      flags.add("own clock");
    }
    if (run.job().encrypted() != null && run.job().encrypted().mode() == EncryptedMode.JOINED) {
      flags.add("joined");
    }
    if (run.job().source().isDirty()) {
      flags.add("no commit");
    }
    return String.join(", ", flags);
  }

  private static List<PointLine> aligned(List<PointLine> lines) {
    List<String> min = column(lines, PointLine::min);
    List<String> median = column(lines, PointLine::median);
    List<String> spread = column(lines, PointLine::spread);
    List<String> mean = column(lines, PointLine::mean);
    List<String> max = column(lines, PointLine::max);
    List<String> memory = column(lines, PointLine::memory);
    List<String> cpu = column(lines, PointLine::cpu);
    List<String> busy = column(lines, PointLine::busy);
    var aligned = new ArrayList<PointLine>();
    for (int i = 0; i < lines.size(); i++) {
      PointLine line = lines.get(i);
      aligned.add(
          new PointLine(
              line.implementation,
              line.name,
              line.verdict,
              line.reason,
              line.ok,
              min.get(i),
              median.get(i),
              line.interval,
              spread.get(i),
              mean.get(i),
              max.get(i),
              memory.get(i),
              cpu.get(i),
              busy.get(i),
              line.load,
              line.flags,
              line.notes));
    }
    return aligned;
  }

  private static List<String> column(List<PointLine> lines, Function<PointLine, String> cell) {
    return DecimalColumn.TERMINAL.align(lines.stream().map(cell).toList());
  }
}
