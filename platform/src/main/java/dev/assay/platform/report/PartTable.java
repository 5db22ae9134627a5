package dev.assay.platform.report;

import dev.assay.core.encrypted.EncryptedPart;
import dev.assay.core.encrypted.EncryptedWords;
import dev.assay.core.run.EncryptedPoint.StageProcess;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The processes of an encrypted point, in the order in which they follow each other.
public record PartTable(List<Row> rows) {
  private static final int MOST = 40;

  private static final List<EncryptedPart> ORDER = List.of(EncryptedPart.values());

  /// Points of a drawing; there are several beside each other.
  private static final int DRAWN_POINTS = 40;

  /// @param name as in `server`, with the retry or the check that it belongs to
  /// @param about whose code it is, and what it sees
  /// @param memory absent when there are fewer than two samples
  public record Row(
      String name,
      String about,
      String ended,
      Amount wall,
      Amount cpu,
      Amount peak,
      @Nullable MemoryChart memory) {}

  private record Part(String stage, int attempt, ProcessResult process) {
    int place() {
      int place = EncryptedPart.find(stage).map(ORDER::indexOf).orElse(ORDER.size());
      return attempt < 0 ? place + ORDER.size() : place;
    }
  }

  /// Of a point under the protocol `encrypted`.
  public static PartTable of(PointResult result) {
    List<Part> parts = parts(result).stream().limit(MOST).toList();
    List<Amount> wall = column(parts, one -> Amount.ofNanos(one.cost().wallNanos()));
    List<Amount> cpu = column(parts, one -> Amount.ofNanos(one.cost().cpuNanos()));
    List<Amount> peak = column(parts, one -> Amount.ofBytes(one.cost().peakMemoryBytes()));
    var rows = new ArrayList<Row>();
    for (int i = 0; i < parts.size(); i++) {
      Part one = parts.get(i);
      rows.add(
          new Row(
              name(one),
              EncryptedPart.find(one.stage()).map(EncryptedWords::part).orElse(""),
              SafeText.oneLine(Words.ending(one.process().ending()), 200),
              wall.get(i),
              cpu.get(i),
              peak.get(i),
              one.attempt() < 0 ? null : MemoryChart.find(one.process(), DRAWN_POINTS)));
    }
    return new PartTable(rows);
  }

  /// Those with a drawing of their memory.
  public List<Row> drawn() {
    return rows.stream().filter(one -> one.memory() != null).toList();
  }

  private static List<Part> parts(PointResult result) {
    var parts = new ArrayList<Part>();
    var encrypted = result.encrypted();
    if (encrypted == null) {
      return parts;
    }
    ProcessResult first = result.process();
    if (first != null) {
      String stage =
          switch (encrypted.mode()) {
            case SPLIT -> EncryptedPart.SERVER.text();
            case JOINED, SELF_REPORTED -> EncryptedPart.JOINED.text();
          };
      parts.add(new Part(stage, 0, first));
    }
    for (StageProcess one : encrypted.processes()) {
      parts.add(new Part(one.stage(), one.attempt(), one.process()));
    }
    parts.sort(Comparator.comparingInt(Part::place).thenComparingInt(Part::attempt));
    return parts;
  }

  private static String name(Part one) {
    String stage = SafeText.oneLine(one.stage());
    return one.attempt() == 0
        ? stage
        : one.attempt() < 0
            ? stage + ", check with what was sent"
            : "%s, measuring again %d".formatted(stage, one.attempt());
  }

  private static List<Amount> column(List<Part> parts, Function<ProcessResult, Amount> cell) {
    return Amount.aligned(parts.stream().map(one -> cell.apply(one.process())).toList());
  }
}
