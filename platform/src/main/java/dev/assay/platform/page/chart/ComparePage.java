package dev.assay.platform.page.chart;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.rank.Comparison;
import dev.assay.core.run.Run;
import dev.assay.core.text.SafeText;
import dev.assay.platform.access.Caller;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Frame;
import dev.assay.platform.page.Pages;
import dev.assay.platform.run.RunView;
import dev.assay.platform.run.Runs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import org.jdbi.v3.core.Jdbi;

/// Two to eight runs side by side, each held against the first.
final class ComparePage {
  static final int MOST_RUNS = 8;

  private final Pages pages;
  private final Runs runs;

  ComparePage(Pages pages, Jdbi jdbi) {
    this.pages = pages;
    this.runs = new Runs(jdbi);
  }

  /// A run with what the platform knows of it.
  record Known(Run run, RunView view) {}

  void answer(Exchange exchange, Caller caller) {
    List<String> asked = List.copyOf(ids(exchange.queries("run")));
    var problems = new ArrayList<String>();
    int status = 200;
    if (asked.size() > MOST_RUNS) {
      status = 400;
      problems.add(
          pages
              .texts()
              .of(
                  "chart.compare.many",
                  Integer.toString(MOST_RUNS),
                  Integer.toString(asked.size())));
    }
    var found = new ArrayList<Known>();
    for (String id : asked.stream().limit(MOST_RUNS).toList()) {
      Optional<Known> known = find(caller, id);
      known.ifPresent(found::add);
      if (known.isEmpty()) {
        status = 404;
        problems.add(pages.texts().of("chart.compare.unknown", SafeText.shown(id)));
      }
    }
    var view = view(exchange, found, problems);
    Frame.Head head =
        Frame.Head.of(pages.texts().of("chart.compare"), "compare")
            .describedAs(pages.texts().of("chart.compare.what"));
    pages.answer(exchange, caller, status, head, "page/chart/compare.jte", Map.of("view", view));
  }

  /// Ids, or addresses of runs, several in one text or not.
  static SequencedSet<String> ids(List<String> texts) {
    var ids = new LinkedHashSet<String>();
    for (String text : texts) {
      Arrays.stream(text.split("[\\s,;]+"))
          .map(ComparePage::id)
          .filter(id -> !id.isEmpty())
          .forEach(ids::add);
    }
    return ids;
  }

  /// What stands behind `/runs/`, where it does.
  private static String id(String text) {
    int place = text.lastIndexOf("/runs/");
    return place < 0 ? text : text.substring(place + 6).replaceFirst("[/?#].*", "");
  }

  private Optional<Known> find(Caller caller, String id) {
    try {
      return Optional.of(new Known(runs.run(caller, id), runs.view(caller, id)));
    } catch (AssayException e) {
      if (e.code() == ErrorCode.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private CompareView view(Exchange exchange, List<Known> found, List<String> problems) {
    List<String> ids = found.stream().map(one -> one.run().id()).toList();
    var columns = new ArrayList<CompareView.Column>();
    for (int i = 0; i < found.size(); i++) {
      columns.add(column(found.get(i), i, ids));
    }
    if (found.size() < 2) {
      return new CompareView(
          columns, problems, List.of(), List.of(), 0, List.of(), List.of(), NOTHING);
    }
    Known base = found.getFirst();
    List<Comparison> comparisons =
        found.stream().skip(1).map(one -> Comparison.of(one.run(), base.run())).toList();
    var coordinates = new Coordinates(found);
    List<CompareView.PointRow> rows = PointRows.of(found, comparisons);
    int perPage = Math.clamp(60 / (found.size() - 1), 6, 30);
    int from = PointPage.first(exchange, "from", rows.size());
    return new CompareView(
        columns,
        problems,
        refusals(comparisons),
        coordinates.rows(),
        coordinates.sameCount(),
        rows.stream().skip(from).limit(perPage).toList(),
        onlySome(comparisons),
        Pager.of(
            from,
            perPage,
            rows.size(),
            page -> Addresses.with(address(ids), "from", Integer.toString(page)) + "#points"));
  }

  private static final Pager NOTHING = new Pager(0, 0, 0, null, null);

  private static List<CompareView.Refusal> refusals(List<Comparison> comparisons) {
    var refusals = new ArrayList<CompareView.Refusal>();
    for (int i = 0; i < comparisons.size(); i++) {
      for (String why : comparisons.get(i).refusals()) {
        refusals.add(new CompareView.Refusal(letter(i + 1), SafeText.oneLine(why, 300)));
      }
    }
    return refusals;
  }

  private static List<String> onlySome(List<Comparison> comparisons) {
    return comparisons.stream()
        .flatMap(one -> one.onlyOne().stream())
        .distinct()
        .limit(20)
        .toList();
  }

  static String letter(int place) {
    return String.valueOf((char) ('A' + place));
  }

  private static String address(List<String> ids) {
    String address = "/compare";
    for (String id : ids) {
      address = Addresses.with(address, "run", id);
    }
    return address;
  }

  private static CompareView.Column column(Known one, int place, List<String> ids) {
    String id = one.run().id();
    var others = new ArrayList<>(ids);
    others.remove(id);
    var first = new ArrayList<>(others);
    first.addFirst(id);
    return new CompareView.Column(
        letter(place),
        id,
        one.view().code().implementation(),
        SafeText.oneLine(one.view().code().implementationName(), 40),
        address(others),
        place == 0 ? null : address(first));
  }
}
