package dev.assay.core.encrypted;

import dev.assay.core.bundle.EncryptedMode;
import dev.assay.core.bundle.Fold;
import dev.assay.core.judge.Folding;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.EncryptedPoint;
import dev.assay.core.run.EncryptedPoint.Blob;
import dev.assay.core.run.EncryptedPoint.EncryptedCase;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.StageClock;
import dev.assay.core.run.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the stages, the sizes and the meters of an encrypted point come to. Folded on the way out,
/// over the ok cases of the sample; never stored.
///
/// @param counted how many cases those are
/// @param once stages that are done once, in order
/// @param perCase stages of one case, in order
/// @param sent ciphertexts to the server; absent where nobody counted
/// @param returned ciphertexts from the server; absent where nobody counted
/// @param keys how many public keys crossed
/// @param keyBytes of all of them together
/// @param secretKeyBytes of what stayed with the client; absent when no key was made, and where the
///   client is not apart
/// @param meters of all cases, those that have values
public record EncryptedFigures(
    EncryptedMode mode,
    int counted,
    List<StageFigures> once,
    List<StageFigures> perCase,
    @Nullable CrossingFigures sent,
    @Nullable CrossingFigures returned,
    int keys,
    long keyBytes,
    @Nullable Long secretKeyBytes,
    List<Meter> meters) {
  private static final double NANOS = 1e9;

  public EncryptedFigures {
    once = List.copyOf(once);
    perCase = List.copyOf(perCase);
    meters = List.copyOf(meters);
  }

  /// Of a point; empty under other protocols.
  public static Optional<EncryptedFigures> of(PointResult point) {
    EncryptedPoint encrypted = point.encrypted();
    return encrypted == null ? Optional.empty() : Optional.of(of(point, encrypted));
  }

  private static EncryptedFigures of(PointResult point, EncryptedPoint encrypted) {
    Set<Integer> counted =
        point.cases().stream()
            .filter(one -> one.kind() == CaseKind.SAMPLE && one.status() == Status.OK)
            .map(CaseResult::index)
            .collect(Collectors.toSet());
    List<EncryptedCase> cases =
        encrypted.cases().stream().filter(one -> counted.contains(one.index())).toList();
    return new EncryptedFigures(
        encrypted.mode(),
        counted.size(),
        once(point, encrypted),
        perCase(point, encrypted, cases),
        CrossingFigures.of(
            cases.stream().map(EncryptedCase::ciphertextsIn),
            cases.stream().map(EncryptedCase::sent)),
        CrossingFigures.of(
            cases.stream().map(EncryptedCase::ciphertextsOut),
            cases.stream().map(EncryptedCase::returned)),
        encrypted.keys().size(),
        encrypted.keys().stream().mapToLong(Blob::bytes).sum(),
        encrypted.secretKeyBytes(),
        Meter.of(point));
  }

  /// The meter of a name; empty where no case has a value.
  public Optional<Meter> meter(String name) {
    return meters.stream().filter(one -> one.name().equals(name)).findFirst();
  }

  /// The stages of one case together, as the sum of their medians.
  public double caseSeconds() {
    return sum(perCase);
  }

  private static List<StageFigures> once(PointResult point, EncryptedPoint encrypted) {
    var figures = new ArrayList<StageFigures>();
    boolean hasLoaded = false;
    for (StageClock clock : encrypted.stages()) {
      EncryptedStage stage = EncryptedStage.find(clock.stage()).orElse(null);
      if (stage != null) {
        // Keys are loaded twice: by the server, and by what opens the answers.
        boolean isAgain = stage == EncryptedStage.LOAD_KEYS && hasLoaded;
        hasLoaded |= stage == EncryptedStage.LOAD_KEYS;
        EncryptedPart part = partOf(encrypted, isAgain ? EncryptedPart.OPEN : stage.part());
        figures.add(
            figures(stage, part, List.of(clock.wallNanos()), memory(point, encrypted, part)));
      }
    }
    return shared(figures);
  }

  private static List<StageFigures> perCase(
      PointResult point, EncryptedPoint encrypted, List<EncryptedCase> cases) {
    Map<EncryptedStage, List<Long>> nanos = new EnumMap<>(EncryptedStage.class);
    for (EncryptedCase one : cases) {
      for (StageClock clock : one.stages()) {
        EncryptedStage.find(clock.stage())
            .ifPresent(stage ->
                nanos.computeIfAbsent(stage, key -> new ArrayList<>()).add(clock.wallNanos()));
      }
    }
    var figures = new ArrayList<StageFigures>();
    nanos.forEach((stage, values) -> {
      EncryptedPart part = partOf(encrypted, stage.part());
      figures.add(figures(stage, part, values, memory(point, encrypted, part)));
    });
    return shared(figures);
  }

  private static EncryptedPart partOf(EncryptedPoint encrypted, EncryptedPart apart) {
    return encrypted.mode() == EncryptedMode.SPLIT ? apart : EncryptedPart.JOINED;
  }

  private static StageFigures figures(
      EncryptedStage stage, EncryptedPart part, List<Long> nanos, @Nullable Long memory) {
    List<Double> seconds = nanos.stream().map(one -> one / NANOS).toList();
    return new StageFigures(
        stage,
        part,
        seconds.size(),
        Folding.fold(Fold.MIN, seconds).orElseThrow(),
        Folding.fold(Fold.MEDIAN, seconds).orElseThrow(),
        Folding.fold(Fold.MAX, seconds).orElseThrow(),
        0,
        memory);
  }

  private static List<StageFigures> shared(List<StageFigures> figures) {
    double sum = sum(figures);
    return figures.stream().map(one -> one.withShareOf(sum)).toList();
  }

  private static double sum(List<StageFigures> figures) {
    return figures.stream().mapToDouble(StageFigures::medianSeconds).sum();
  }

  /// The highest of the processes of a part, retries among them, checks not.
  private static @Nullable Long memory(
      PointResult point, EncryptedPoint encrypted, EncryptedPart part) {
    boolean isOfPoint = part == EncryptedPart.SERVER || part == EncryptedPart.JOINED;
    Stream<ProcessResult> own = isOfPoint ? Stream.ofNullable(point.process()) : Stream.empty();
    Stream<ProcessResult> others =
        encrypted.processes().stream()
            .filter(one -> one.stage().equals(part.text()) && one.attempt() >= 0)
            .map(EncryptedPoint.StageProcess::process);
    return Stream.concat(own, others)
        .map(one -> one.cost().peakMemoryBytes())
        .filter(Objects::nonNull)
        .max(Comparator.naturalOrder())
        .orElse(null);
  }
}
