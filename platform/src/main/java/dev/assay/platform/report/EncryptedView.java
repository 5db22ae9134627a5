package dev.assay.platform.report;

import dev.assay.core.encrypted.EncryptedFigures;
import dev.assay.core.encrypted.EncryptedRanking;
import dev.assay.core.encrypted.EncryptedWords;
import dev.assay.core.job.Job;
import dev.assay.core.run.EncryptedPoint;
import dev.assay.core.run.EncryptedPoint.EncryptedCase;
import dev.assay.core.run.PointResult;
import dev.assay.core.text.SafeText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What a point under the protocol `encrypted` has to show beside its cases.
///
/// @param unranked why such a run is never ranked, or empty
/// @param facts mode, scheme, parameters, what the author's file says
/// @param stacks stages in bars: of one case, and those that are done once
/// @param meters what every meter comes to
/// @param failed where cases failed, in a sentence, or empty
public record EncryptedView(
    String unranked,
    List<Fact> facts,
    List<StageStack> stacks,
    StageTable stages,
    String note,
    CrossedTable crossed,
    List<Fact> meters,
    List<MeterStrip> strips,
    PartTable parts,
    String failed) {
  private static final int MOST_CONFIG = 600;

  /// Absent under other protocols, and where the runner said nothing of it.
  public static @Nullable EncryptedView of(Job job, @Nullable PointResult result) {
    EncryptedPoint point = result == null ? null : result.encrypted();
    if (result == null || point == null) {
      return null;
    }
    EncryptedFigures figures = EncryptedFigures.of(result).orElseThrow();
    return new EncryptedView(
        EncryptedRanking.whyNever(point.mode()).orElse(""),
        facts(job, point),
        stacks(figures),
        StageTable.of(figures),
        note(figures),
        CrossedTable.of(point, figures),
        MeterStrip.facts(figures.meters()),
        MeterStrip.of(figures.meters()),
        PartTable.of(result),
        failed(point));
  }

  private static List<Fact> facts(Job job, EncryptedPoint point) {
    var facts = new Fact.Facts();
    facts.add("halves", EncryptedWords.mode(point.mode()));
    Job.EncryptedPlan plan = job.encrypted();
    if (plan != null) {
      facts.add("scheme", EncryptedWords.scheme(plan.scheme()));
    }
    if (point.security() == null) {
      facts.add("parameters", "not known: nobody held them against the standard's table");
    } else {
      facts.add("parameters", EncryptedWords.parameters(point.security()));
      facts.add(
          "security",
          "%d bits, for which the standard's table allows %d bits of modulus; reached: %d bits"
              .formatted(
                  point.security().requiredBits(),
                  point.security().mostModulusBits(),
                  point.security().reachedBits()));
    }
    if (point.config() != null) {
      facts.add(Fact.code("config", SafeText.oneLine(point.config(), MOST_CONFIG)));
    }
    return facts.list();
  }

  /// Both bars, as far as there are clocks.
  public static List<StageStack> stacks(EncryptedFigures figures) {
    var stacks = new ArrayList<StageStack>();
    if (!figures.perCase().isEmpty()) {
      stacks.add(StageStack.of("One case", figures.perCase()));
    }
    if (!figures.once().isEmpty()) {
      stacks.add(StageStack.of("Once", figures.once()));
    }
    return stacks;
  }

  private static String note(EncryptedFigures figures) {
    return figures.counted() == 0
        ? "No case of the sample is ok, so there is nothing to fold over cases."
        : "Folded over the %d ok %s of the sample; the bars have medians. Memory is the peak of the stage's process."
            .formatted(figures.counted(), figures.counted() == 1 ? "case" : "cases");
  }

  private static String failed(EncryptedPoint point) {
    var counts = new LinkedHashMap<String, Integer>();
    for (EncryptedCase one : point.cases()) {
      if (one.failedStage() != null) {
        counts.merge(SafeText.oneLine(one.failedStage(), 40), 1, Integer::sum);
      }
    }
    return counts.isEmpty()
        ? ""
        : "Failed: "
            + counts.entrySet().stream()
                .map(entry ->
                    "%d %s in %s"
                        .formatted(
                            entry.getValue(),
                            entry.getValue() == 1 ? "case" : "cases",
                            entry.getKey()))
                .collect(Collectors.joining(", "))
            + ".";
  }
}
