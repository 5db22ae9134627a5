package dev.assay.bundle.manifest;

import dev.assay.core.bundle.Bar;
import dev.assay.core.bundle.Better;
import dev.assay.core.bundle.Fold;
import dev.assay.core.bundle.JudgedBy;
import dev.assay.core.bundle.Requirement;
import dev.assay.core.bundle.Sample;
import dev.assay.core.bundle.Score;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.bundle.SelfReported;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads what is measured and demanded: `[sample]`, `[bar]`, `[score]`.
final class JudgingReader {
  private static final int MAX_EXTRA_CASES = 1000;
  private static final Pattern METRIC_FORM = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");
  private static final String METRIC = "a metric's name: at most 64 letters, digits and '_'";

  private static final Pattern HASH_FORM = Pattern.compile("[0-9a-f]{64}");
  private static final String NO_HASH = "0".repeat(64);
  static final String REFERENCE_HASH =
      "the content hash of the reference's folder, 64 hex digits, as `assay bundle hash --reference` prints it";

  private JudgingReader() {}

  /// @param warmup how many cases are executed first where the manifest does not say
  /// @param drawn how many are on fresh seeds where it does not say
  static Optional<Sample> readSample(TableReader table, int warmup, int drawn) {
    String expected = "the seeds that the bar is defined over, as in \"1-20\"";
    Optional<Seeds> seeds =
        table.require("seeds", expected).checked("seeds", expected, JudgingReader::parseSeeds);
    int first = table.integer("warmup", 0, MAX_EXTRA_CASES).orElse(warmup);
    int fresh = table.integer("fresh", 0, MAX_EXTRA_CASES).orElse(drawn);
    table.finish();
    return seeds.map(values -> new Sample(values, first, fresh));
  }

  private static Seeds parseSeeds(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException(
          "names no seed; a sample has at least one, as in \"1-20\"");
    }
    return Seeds.parse(text);
  }

  static Bar readBar(TableReader table) {
    BigDecimal share =
        table
            .decimal("cases", "a share from 0 to 1")
            .filter(written -> {
              boolean fits = written.signum() >= 0 && written.compareTo(BigDecimal.ONE) <= 0;
              if (!fits) {
                table.error("cases", "%s is no share; allowed: 0 to 1".formatted(written));
              } else if (written.scale() > Bar.MAX_SCALE) {
                table.error(
                    "cases",
                    "a share has at most %d decimal places, this has %d"
                        .formatted(Bar.MAX_SCALE, written.scale()));
              }
              return fits && written.scale() <= Bar.MAX_SCALE;
            })
            .orElse(Defaults.BAR_CASES);
    var require = new ArrayList<Requirement>();
    for (TableReader entry :
        table.tables("require", "an array of tables, as in [{ metric = \"error\", … }]")) {
      readRequirement(entry).ifPresent(require::add);
    }
    Optional<JudgedBy> judgedBy =
        oneOf(table, "judged_by", List.of(JudgedBy.values()), JudgedBy::text);
    String hash = readReferenceHash(table, judgedBy.filter(JudgedBy.REFERENCE::equals).isPresent());
    table.finish();
    if (hash != null && !require.isEmpty()) {
      table.error("require", "with judged_by = \"reference\" there are no metrics to ask for");
    }
    return new Bar(share, require, hash);
  }

  /// The reference lies outside of what the bundle's hash covers, so the manifest pins it.
  private static @Nullable String readReferenceHash(TableReader table, boolean byReference) {
    if (!byReference) {
      if (table.has("reference_hash")) {
        table.error("reference_hash", "needs judged_by = \"reference\"");
      }
      return null;
    }
    return table
        .parsed(
            "reference_hash",
            REFERENCE_HASH,
            text -> Optional.of(text).filter(t -> HASH_FORM.matcher(t).matches()))
        .orElse(NO_HASH);
  }

  private static Optional<Requirement> readRequirement(TableReader table) {
    Optional<String> metric = metric(table.require("metric", METRIC));
    if (metric.filter(Score.SECONDS::equals).isPresent()) {
      table.error(
          "metric",
          "'seconds' is the window and differs between machines; a bar asks for metrics of the verifier");
    }
    Optional<Fold> fold = fold(table.require("fold", foldText()));
    Optional<BigDecimal> atMost = table.decimal("at_most", "a finite number");
    Optional<BigDecimal> atLeast = table.decimal("at_least", "a finite number");
    if (!table.has("at_most") && !table.has("at_least")) {
      table.errorHere("has no bound; expected at_most, at_least or both");
    }
    if (atMost.isPresent() && atLeast.isPresent() && atLeast.get().compareTo(atMost.get()) > 0) {
      table.error(
          "at_least",
          "%s is above at_most, %s; no value passes".formatted(atLeast.get(), atMost.get()));
    }
    table.finish();
    if (metric.isEmpty() || fold.isEmpty() || (atMost.isEmpty() && atLeast.isEmpty())) {
      return Optional.empty();
    }
    return Optional.of(
        new Requirement(metric.get(), fold.get(), atMost.orElse(null), atLeast.orElse(null)));
  }

  /// @param fold where the manifest names none
  static Score readScore(TableReader table, Fold fold) {
    var score =
        new Score(
            metric(table).orElse(Score.SECONDS),
            fold(table).orElse(fold),
            oneOf(table, "better", List.of(Better.values()), Better::text)
                .orElse(Defaults.SCORE_BETTER),
            oneOf(table, "self_reported", List.of(SelfReported.values()), SelfReported::text)
                .orElse(Defaults.SCORE_SELF_REPORTED));
    table.finish();
    return score;
  }

  private static Optional<String> metric(TableReader table) {
    return table.parsed(
        "metric", METRIC, name -> Optional.of(name).filter(n -> METRIC_FORM.matcher(n).matches()));
  }

  private static Optional<Fold> fold(TableReader table) {
    return oneOf(table, "fold", List.of(Fold.values()), Fold::text);
  }

  private static String foldText() {
    return Words.oneOf(List.of(Fold.values()).stream().map(Fold::text).toList());
  }

  private static <T> Optional<T> oneOf(
      TableReader table, String key, List<T> allowed, java.util.function.Function<T, String> text) {
    return Words.read(table, key, allowed, text);
  }
}
