package dev.assay.cli.view;

import dev.assay.core.game.GameRow;
import dev.assay.core.run.Machine;
import dev.assay.core.suite.Language;
import dev.assay.core.suite.ProgramIdentity;
import dev.assay.core.suite.Suite;
import dev.assay.core.suite.SuiteEntry;
import dev.assay.core.text.SafeText;
import dev.assay.core.unit.DataSize;
import java.util.List;
import java.util.Locale;

/// What came of a suite as one HTML file, which needs nothing beside it but the logs that it links
/// to.
public final class SuitePage {
  private static final String STYLE =
      """
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; color: #1c2430; background: #fff }
      h1 { font-size: 1.6rem } h2 { font-size: 1.25rem; margin-top: 2.5rem } h3 { font-size: 1rem; margin-bottom: .25rem }
      table { border-collapse: collapse; display: block; overflow-x: auto } th, td { padding: .2rem .7rem; text-align: left; border-bottom: 1px solid #d9dee5 }
      .n { text-align: right; font-variant-numeric: tabular-nums } .bad { color: #a3191f } .small { color: #55606e; font-size: .875rem }
      pre, code { font: .875rem/1.5 ui-monospace, monospace } pre { overflow-x: auto; background: #f4f6f8; padding: .5rem }
      a { color: #0b57a4 }
      @media (prefers-color-scheme: dark) { body { color: #e4e8ee; background: #14181d } th, td { border-color: #37404b } .small { color: #a5afbc } pre { background: #1e242b } a { color: #7db8f5 } .bad { color: #ff8f8f } }
      """;

  private final StringBuilder page = new StringBuilder();
  private final Suite suite;
  private final List<SuiteEntry> entries;

  private SuitePage(Suite suite, List<SuiteEntry> entries) {
    this.suite = suite;
    this.entries = entries;
  }

  public static String of(
      Suite suite, Machine machine, List<SuiteEntry> entries, List<String> remarks) {
    return new SuitePage(suite, entries).page(machine, remarks);
  }

  private String page(Machine machine, List<String> remarks) {
    add(
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
        <title>%1$s</title><style>%2$s</style></head><body><main>
        <h1>%1$s</h1>
        <p>%3$s, %4$d cores, %5$s, Linux %6$s. %7$d measurements of %8$d programs.
        Every measurement with all its figures: <a href="measurements.jsonl">measurements.jsonl</a>; in the columns of the Benchmarks Game: <a href="alldata.csv.gz">all</a>, <a href="data.csv.gz">folded</a>, <a href="summary.csv.gz">the fastest</a>.</p>
        """,
        suite.name(),
        STYLE,
        machine.cpuModel(),
        machine.cores(),
        DataSize.ofBytes(machine.memoryBytes()),
        machine.kernel(),
        entries.size(),
        entries.stream().map(SuiteEntry::of).distinct().count());
    suite.tasks().forEach(this::task);
    remarks(remarks);
    method();
    add("<h2 id=\"measurements\">Every measurement</h2>\n");
    entries.stream().map(SuiteEntry::of).distinct().forEach(this::program);
    return page.append("</main></body></html>\n").toString();
  }

  /// Everything but the style and numbers is text of others.
  private void add(String form, Object... parts) {
    Object[] safe = parts.clone();
    for (int i = 0; i < safe.length; i++) {
      if (safe[i] instanceof String text && !text.equals(STYLE)) {
        safe[i] = escaped(text);
      }
    }
    page.append(String.format(Locale.ROOT, form, safe));
  }

  private static String escaped(String text) {
    return SafeText.lines(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private void task(Suite.Task task) {
    var fold = SuiteFold.of(task.name(), entries);
    if (fold.rows().isEmpty()) {
      return;
    }
    add(
        """
        <h2>%s</h2>
        <table><thead><tr><th>program</th><th class="n">n</th><th class="n">×</th><th class="n">seconds</th><th class="n">memory KB</th><th class="n">source B</th><th class="n">CPU s</th><th>load per core</th></tr></thead><tbody>
        """,
        task.name());
    fold.rows().forEach(row -> row(row, fold));
    page.append("</tbody></table>\n");
  }

  private static String id(GameRow.Program program) {
    return "%s.%s-%d".formatted(program.task(), program.language(), program.number());
  }

  private void row(GameRow row, SuiteFold fold) {
    String id = id(row.of());
    String name = "%s %d".formatted(row.language(), row.program());
    if (row.isOk()) {
      add(
          "<tr><td><a href=\"#%s\">%s</a></td><td class=\"n\">%d</td><td class=\"n\">%.1f</td><td class=\"n\">%.3f</td><td class=\"n\">%d</td><td class=\"n\">%d</td><td class=\"n\">%.3f</td><td>%s</td></tr>\n",
          id,
          name,
          row.workload(),
          fold.ratio(row).orElse(Double.NaN),
          row.elapsedSeconds(),
          row.memoryKilobytes(),
          row.sourceBytes(),
          row.cpuSeconds(),
          row.load());
    } else {
      add(
          "<tr><td><a href=\"#%s\">%s</a></td><td class=\"n\">%d</td><td colspan=\"6\" class=\"bad\">%s</td></tr>\n",
          id, name, row.workload(), SuiteFold.status(row));
    }
  }

  private void remarks(List<String> remarks) {
    if (!remarks.isEmpty()) {
      page.append("<h2>Remarks</h2>\n<ul>\n");
      remarks.forEach(remark -> add("<li>%s</li>\n", remark));
      page.append("</ul>\n");
    }
  }

  private void method() {
    page.append(
        """
        <h2>How programs were measured</h2>
        <p>Each program ran at its smallest workload first; its output was verified; then at the next, until all were done or one took longer than the timeout. A largest workload that was done
        within the cutoff was measured again with output to /dev/null. The row of a program is the measurement with the lowest elapsed time at its largest workload, with the highest memory of all of
        them there. × is the elapsed time as a multiple of the fastest program's at the same workload. CPU time and memory are those of the whole process tree. Source is the size in bytes without comments and
        repeated white space, compressed by gzip at its fastest. Load is how busy each core of the machine was meanwhile.</p>
        <table><thead><tr><th>language</th><th>version</th><th>build</th><th>start</th></tr></thead><tbody>
        """);
    suite.languages().forEach(this::language);
    page.append("</tbody></table>\n");
  }

  private void language(Language language) {
    String version =
        entries.stream()
            .filter(entry -> entry.language().equals(language.name()))
            .map(entry -> entry.identity().version().lines().findFirst().orElse(""))
            .findFirst()
            .orElse("not measured");
    List<String> build = language.build();
    add(
        "<tr><td>%s</td><td>%s</td><td><code>%s</code></td><td><code>%s</code></td></tr>\n",
        language.name(),
        version,
        build == null ? "" : String.join(" ", build),
        String.join(" ", language.run()));
  }

  private void program(GameRow.Program program) {
    List<SuiteEntry> own = entries.stream().filter(entry -> entry.of().equals(program)).toList();
    SuiteEntry last = own.getLast();
    ProgramIdentity identity = last.identity();
    String source = last.path().substring(last.path().lastIndexOf('/') + 1);
    add(
        """
        <h3 id="%1$s">%1$s</h3>
        <p class="small"><a href="sources/%2$s">%2$s</a>, SHA-256 %3$.12s…%4$s. Start: <code>%5$s</code>. %6$s</p>
        <table><thead><tr><th class="n">n</th><th>output</th><th class="n">seconds</th><th class="n">CPU s</th><th class="n">memory KB</th><th>load</th><th>status</th></tr></thead><tbody>
        """,
        id(program),
        source,
        identity.sourceHash(),
        built(identity),
        String.join(" ", identity.run()),
        identity.version().lines().findFirst().orElse(""));
    if (!identity.build().isEmpty()) {
      int at = page.lastIndexOf("<table>");
      page.insert(
          at,
          "<p class=\"small\"><a href=\"logs/%1$s.build.log\">build log</a></p>\n"
              .formatted(escaped(id(program))));
    }
    own.forEach(this::measurement);
    page.append("</tbody></table>\n");
  }

  private static String built(ProgramIdentity identity) {
    return identity.build().isEmpty() ? "" : ". Build: " + String.join(" ", identity.build());
  }

  private void measurement(SuiteEntry entry) {
    GameRow row = entry.row();
    boolean verified = entry.taken().verified();
    String remark = entry.remark() == null ? "" : ": " + entry.remark();
    add(
        "<tr><td class=\"n\">%d</td><td>%s</td><td class=\"n\">%.6f</td><td class=\"n\">%.6f</td><td class=\"n\">%d</td><td>%s</td><td%s>%s</td></tr>\n",
        row.workload(),
        verified ? "verified" : "discarded",
        row.elapsedSeconds(),
        row.cpuSeconds(),
        row.memoryKilobytes(),
        row.load(),
        new Mark(row.isOk() ? "" : " class=\"bad\""),
        SuiteFold.status(row) + remark);
  }

  /// Markup of our own.
  private record Mark(String text) {
    @Override
    public String toString() {
      return text;
    }
  }
}
