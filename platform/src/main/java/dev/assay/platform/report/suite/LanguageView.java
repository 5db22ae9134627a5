package dev.assay.platform.report.suite;

import dev.assay.core.suite.Language;
import dev.assay.core.suite.LanguageRatios;
import dev.assay.core.suite.ProgramResult;
import dev.assay.core.suite.TaskResult;
import dev.assay.core.suite.WorkloadResult;
import dev.assay.core.text.SafeText;
import dev.assay.platform.report.Fact;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One language: its commands, its programs, and links to it against others.
///
/// @param headline how fast it is, in a sentence
/// @param version what its version command printed
/// @param others it against them
public record LanguageView(
    String language,
    String headline,
    List<Fact> facts,
    String version,
    List<Other> others,
    FigureTable table,
    @Nullable Scatter scatter) {
  public LanguageView {
    facts = List.copyOf(facts);
    others = List.copyOf(others);
  }

  public record Other(String language, String address) {}

  static LanguageView of(Language language, SuiteFigures figures, Links links) {
    return new Page(language, figures, links).view();
  }

  /// Pages of it against every other one that has a task in common with it.
  static List<Other> others(String language, SuiteFigures figures, Links links) {
    List<String> all = figures.measuredLanguages();
    int own = all.indexOf(language);
    var others = new ArrayList<Other>();
    for (int i = 0; i < all.size(); i++) {
      String other = all.get(i);
      if (i != own && figures.haveTaskInCommon(language, other)) {
        others.add(
            new Other(other, i < own ? links.pair(other, language) : links.pair(language, other)));
      }
    }
    return others;
  }

  private record Page(Language language, SuiteFigures figures, Links links) {
    LanguageView view() {
      return new LanguageView(
          language.name(),
          headline(),
          facts(),
          figures
              .newestOf(language.name())
              .map(one -> SafeText.lines(one.newest().identity().version()))
              .orElse(""),
          others(language.name(), figures, links),
          table(),
          Scatter.of(Scatters.all(figures, language.name()), Scatters.UP, "×", links));
    }

    private String headline() {
      int all = figures.tasks().size();
      return ratios()
          .map(one ->
              "Its fastest programs take %s× as long as the fastest of all (geometric mean over %d of %s; median %s×)."
                  .formatted(
                      Columns.ratioText(one.geometricMean()),
                      one.ratios().size(),
                      Counted.of(all, "task"),
                      Columns.ratioText(one.median())))
          .orElse("None of its programs did every workload of a task.");
    }

    private Optional<LanguageRatios> ratios() {
      return figures.languages().stream()
          .filter(one -> one.language().equals(language.name()))
          .findFirst();
    }

    private List<Fact> facts() {
      List<String> build = language.build();
      var facts = new Fact.Facts();
      facts.add("build", build == null ? "nothing to build" : null);
      facts.addCode("build", build == null ? null : Commands.of(build));
      facts.addCode("start", Commands.of(language.run()));
      facts.addCode("version", Commands.of(language.version()));
      facts.addCode("image", language.image());
      figures
          .newestOf(language.name())
          .ifPresent(one -> facts.addCode("digest", one.newest().identity().imageDigest()));
      return facts.list();
    }

    private FigureTable table() {
      var table =
          new FigureTable.Builder(
              "Programs of " + language.name(),
              "program",
              links,
              one -> Names.of(one.program()),
              this::ratio);
      figures.programsOf(language.name()).stream().map(ProgramResult::largest).forEach(table::add);
      return table.build();
    }

    private double ratio(WorkloadResult result) {
      return figures.tasks().stream()
          .filter(task -> task.task().equals(result.program().task()))
          .findFirst()
          .map((TaskResult task) -> FigureTable.orNaN(task.ratio(result)))
          .orElse(Double.NaN);
    }
  }
}
