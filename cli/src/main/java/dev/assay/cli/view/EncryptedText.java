package dev.assay.cli.view;

import dev.assay.core.encrypted.CrossingFigures;
import dev.assay.core.encrypted.EncryptedFigures;
import dev.assay.core.encrypted.EncryptedRanking;
import dev.assay.core.encrypted.EncryptedWords;
import dev.assay.core.encrypted.Meter;
import dev.assay.core.encrypted.StageFigures;
import dev.assay.core.run.EncryptedPoint;
import dev.assay.core.run.EncryptedPoint.EncryptedCase;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.text.NumberText;
import dev.assay.core.text.SafeText;
import dev.assay.core.unit.DataSize;
import dev.assay.core.unit.DurationText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What an encrypted run has to say below the table of its points: stages with the measured one in
/// brackets, what crossed, what was left of noise and precision, and the parameters.
public final class EncryptedText {
  private static final String INDENT = "    ";
  private static final int LABEL = 12;

  /// So many points have their stages below the table.
  private static final int MOST = 8;

  private EncryptedText() {}

  /// Lines without a line feed at the end; empty under other protocols.
  ///
  /// @param width columns of the terminal
  public static String of(Run run, int width) {
    var plan = run.job().encrypted();
    if (plan == null) {
      return "";
    }
    var text = new StringBuilder();
    EncryptedRanking.whyNever(plan)
        .ifPresent(why -> text.append(TextLines.wrapped(" never ranked: " + why, INDENT, width)));
    String reason = run.stateReason();
    if (run.state() == RunState.BUILD_FAILED && reason != null) {
      text.append(TextLines.wrapped(" " + SafeText.oneLine(reason, 4_000), INDENT, width));
    }
    List<PointResult> points =
        run.points().stream().filter(one -> one.encrypted() != null).toList();
    points.stream().limit(MOST).forEach(one -> text.append(point(one, width)));
    if (points.size() > MOST) {
      text.append(
          " and the stages of %d more points, which the report shows\n"
              .formatted(points.size() - MOST));
    }
    return text.toString().stripTrailing();
  }

  private static String point(PointResult result, int width) {
    EncryptedPoint point = result.encrypted();
    EncryptedFigures figures = EncryptedFigures.of(result).orElse(null);
    if (point == null || figures == null) {
      return "";
    }
    var lines = new LinkedHashMap<String, String>();
    lines.put("a case", stages(figures.perCase()));
    lines.put("once", stages(figures.once()));
    lines.put("crossed", crossed(figures));
    lines.put("left", left(figures));
    lines.put(
        "parameters", point.security() == null ? "" : EncryptedWords.security(point.security()));
    lines.put("failed", failed(point));
    var text =
        new StringBuilder()
            .append(TextLines.wrapped(" " + SafeText.oneLine(result.point()), INDENT, width));
    lines.forEach((label, value) -> {
      if (!value.isEmpty()) {
        text.append(
            TextLines.wrapped(
                "   %s%s".formatted((label + " ".repeat(LABEL)).substring(0, LABEL), value),
                " ".repeat(LABEL + 3),
                width));
      }
    });
    return text.toString();
  }

  /// Medians with their shares, the measured one in brackets.
  private static String stages(List<StageFigures> stages) {
    double sum = stages.stream().mapToDouble(StageFigures::medianSeconds).sum();
    String all =
        stages.stream()
            .map(one -> {
              String words =
                  "%s %s (%s)"
                      .formatted(
                          one.stage().text(),
                          DurationText.ofSeconds(one.medianSeconds()),
                          NumberText.percent(one.share()));
              return one.stage().isMeasured() ? "[%s, measured]".formatted(words) : words;
            })
            .collect(Collectors.joining(" + "));
    return stages.isEmpty() ? "" : "%s = %s".formatted(all, DurationText.ofSeconds(sum));
  }

  private static String crossed(EncryptedFigures figures) {
    var parts = new ArrayList<String>();
    add(parts, figures.sent(), "to the server");
    add(parts, figures.returned(), "back");
    if (figures.keys() > 0) {
      parts.add(
          "%s of keys in %d %s"
              .formatted(
                  size(figures.keyBytes()),
                  figures.keys(),
                  figures.keys() == 1 ? "file" : "files"));
    }
    if (figures.secretKeyBytes() != null) {
      parts.add(
          "the secret key, %s, stayed with the client".formatted(size(figures.secretKeyBytes())));
    }
    return String.join("; ", parts);
  }

  private static void add(List<String> parts, @Nullable CrossingFigures one, String where) {
    if (one == null) {
      return;
    }
    String counts =
        one.fewest() == one.most()
            ? Integer.toString(one.most())
            : "%d to %d".formatted(one.fewest(), one.most());
    Long bytes = one.mostBytes();
    parts.add(
        "%s %s a case %s%s"
            .formatted(
                counts,
                one.most() == 1 ? "ciphertext" : "ciphertexts",
                where,
                bytes == null ? "" : ", " + size(bytes)));
  }

  private static String size(long bytes) {
    return DataSize.ofBytes(Math.max(0, bytes)).toText();
  }

  private static String left(EncryptedFigures figures) {
    return figures.meters().stream()
        .filter(one -> one.least().isPresent())
        .map(one ->
            one.name().equals(Meter.MEAN_PRECISION)
                ? "%s: %s"
                    .formatted(
                        EncryptedWords.meter(one.name()), NumberText.of(one.mean().orElseThrow()))
                : "%s: %s at worst"
                    .formatted(
                        EncryptedWords.meter(one.name()), NumberText.of(one.least().orElseThrow())))
        .collect(Collectors.joining("; "));
  }

  private static String failed(EncryptedPoint point) {
    var counts = new LinkedHashMap<String, Integer>();
    for (EncryptedCase one : point.cases()) {
      if (one.failedStage() != null) {
        counts.merge(SafeText.oneLine(one.failedStage(), 40), 1, Integer::sum);
      }
    }
    return counts.entrySet().stream()
        .map(entry ->
            "%d %s in %s"
                .formatted(
                    entry.getValue(), entry.getValue() == 1 ? "case" : "cases", entry.getKey()))
        .collect(Collectors.joining(", "));
  }
}
