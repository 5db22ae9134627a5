package dev.assay.platform.page.benchmark;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.game.GameRow;
import dev.assay.core.statistics.GeometricMean;
import dev.assay.core.suite.LanguageRatios;
import dev.assay.core.text.SafeText;
import dev.assay.platform.access.Caller;
import dev.assay.platform.game.ProgramFiles.Measured;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Frame;
import dev.assay.platform.page.Pages;
import dev.assay.platform.report.Amount;
import dev.assay.platform.report.suite.BoxRows;
import dev.assay.platform.report.suite.Columns;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which language is fastest over the benchmarks for whole programs, and one language against
/// another, task by task, as the Benchmarks Game shows them.
final class LanguagesPage {
  private static final String ALL = "/languages";
  private static final int MOST_BOXES = 5;
  private static final int MOST_UNRANKED = 30;
  private static final int MOST_OTHERS = 60;
  private static final int KILOBYTE = 1024;

  private final Pages pages;
  private final Source source;

  /// Where figures come from.
  interface Source {
    /// @param machineClass absent, or one without any benchmark, for the class with the most
    LanguageFigures load(Caller caller, @Nullable String machineClass);
  }

  LanguagesPage(Pages pages, Source source) {
    this.pages = pages;
    this.source = source;
  }

  void all(Exchange exchange, Caller caller) {
    LanguageFigures figures = source.load(caller, exchange.query("class").orElse(null));
    var head =
        Frame.Head.of(pages.texts().of("benchmark.languages.title"), "benchmarks")
            .describedAs(pages.texts().of("benchmark.languages.description"))
            .at(ALL);
    pages.answer(
        exchange,
        caller,
        head,
        "page/benchmark/languages.jte",
        Map.of("view", view(figures, BenchmarkPage.from(exchange))));
  }

  private static LanguagesView view(LanguageFigures figures, int from) {
    var choice = LanguageChoice.of(figures);
    List<LanguageRatios> ranked = figures.ranked();
    List<LanguageRatios> shown = ranked.stream().skip(from).limit(MOST_BOXES).toList();
    List<String> unranked = figures.unranked();
    boolean isMore = from + shown.size() < ranked.size();
    return new LanguagesView(
        choice,
        figures.programs(),
        figures.names().size(),
        figures.tasks().stream()
            .map(one -> new LanguagesView.Task(one, Addresses.benchmark(one)))
            .toList(),
        figures.tasks().size() >= LanguageShelf.MOST_TASKS,
        BoxRows.of(shown, figures.tasks().size(), one -> choice.here(Addresses.language(one))),
        unranked.stream()
            .limit(MOST_UNRANKED)
            .map(one -> new LanguagesView.Language(one, choice.here(Addresses.language(one))))
            .toList(),
        Math.max(0, unranked.size() - MOST_UNRANKED),
        isMore
            ? Addresses.with(choice.here(ALL), "from", Integer.toString(from + shown.size()))
            : "");
  }

  void one(Exchange exchange, Caller caller) {
    LanguageFigures figures = source.load(caller, exchange.query("class").orElse(null));
    String language = exchange.pathParameter("language");
    List<String> names = figures.names();
    if (!names.contains(language)) {
      throw new AssayException(
          ErrorCode.NOT_FOUND,
          "There is no program of a language '%s' on this class of machine."
              .formatted(SafeText.shown(language)));
    }
    String other =
        exchange
            .query("against")
            .filter(one -> names.contains(one) && !one.equals(language))
            .orElse("");
    var head =
        Frame.Head.of(
                other.isEmpty()
                    ? language
                    : pages.texts().of("benchmark.language.against", language, other),
                "benchmarks")
            .describedAs(pages.texts().of("benchmark.languages.description"))
            .below(new Frame.Crumb(pages.texts().of("benchmark.languages.title"), ALL));
    pages.answer(
        exchange,
        caller,
        head,
        "page/benchmark/language.jte",
        Map.of("view", new Language(figures, language, other).view()));
  }

  /// One language, beside another one where `other` is not empty.
  private record Language(LanguageFigures figures, String language, String other) {
    LanguageView view() {
      var ratios = figures.ratios(language);
      List<Double> between = between();
      return new LanguageView(
          LanguageChoice.of(figures),
          language,
          ratios.map(one -> Columns.ratio(one.geometricMean())).orElse(Amount.NONE),
          ratios.map(one -> one.ratios().size()).orElse(0),
          figures.tasks().size(),
          other,
          figures.names().stream().filter(one -> !one.equals(language)).limit(MOST_OTHERS).toList(),
          (int) between.stream().filter(one -> one < 1).count(),
          (int) between.stream().filter(one -> one > 1).count(),
          between.isEmpty() ? Amount.NONE : Columns.ratio(GeometricMean.of(between)),
          figures.tasks().stream().map(this::task).toList());
    }

    /// Its time as a multiple of the other's, at the tasks that both did.
    private List<Double> between() {
      var ratios = new ArrayList<Double>();
      for (String task : figures.tasks()) {
        var own = figures.at(task, language);
        var others = figures.at(task, other);
        if (own.isPresent() && others.isPresent()) {
          ratios.add(seconds(own.get()) / seconds(others.get()));
        }
      }
      return ratios;
    }

    private static double seconds(GameRow row) {
      return Math.max(1e-9, row.elapsedSeconds().doubleValue());
    }

    private LanguageView.Task task(String task) {
      List<GameRow> rows =
          Stream.of(language, other)
              .flatMap(one -> figures.at(task, one).stream())
              .sorted(Comparator.comparing(GameRow::elapsedSeconds))
              .toList();
      return new LanguageView.Task(
          task, Addresses.benchmark(task), rows.stream().map(this::program).toList());
    }

    private LanguageView.Program program(GameRow row) {
      Measured source = figures.source(row);
      return new LanguageView.Program(
          row.language(),
          "%s-%d".formatted(row.language(), row.program()),
          row.language().equals(other),
          Addresses.implementation(source.implementation()),
          Columns.grouped(row.workload()),
          Amount.ofSeconds(row.elapsedSeconds().doubleValue()),
          figures
              .ratios(row.language())
              .flatMap(one -> one.at(row.task()))
              .map(one -> Columns.ratio(one.ratio()))
              .orElse(Amount.NONE),
          Amount.ofSeconds(row.cpuSeconds().doubleValue()),
          Amount.ofBytes(row.memoryKilobytes() == 0 ? null : row.memoryKilobytes() * KILOBYTE),
          row.sourceBytes() == 0 ? Amount.NONE : Amount.ofBytes(row.sourceBytes()),
          row.load(),
          Addresses.runPoint(source.run(), source.point()),
          Addresses.run(source.run()) + "#belongs");
    }
  }
}
