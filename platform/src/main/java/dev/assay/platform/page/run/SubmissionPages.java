package dev.assay.platform.page.run;

import dev.assay.core.solution.Requires;
import dev.assay.core.solution.SolutionSpec;
import dev.assay.core.text.CommandText;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import dev.assay.platform.access.Caller;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Frame;
import dev.assay.platform.page.Moment;
import dev.assay.platform.page.Pages;
import dev.assay.platform.page.Texts;
import dev.assay.platform.report.Fact;
import dev.assay.platform.run.RunFilter;
import dev.assay.platform.run.RunSummary;
import dev.assay.platform.run.Runs;
import dev.assay.platform.submission.PlannedJob;
import dev.assay.platform.submission.SubmissionView;
import dev.assay.platform.submission.SubmissionViews;
import java.util.List;
import java.util.Map;

/// Submissions: what was frozen, and what became of it.
final class SubmissionPages {
  private static final int MOST = 30;
  private static final int MOST_REASON = 200;

  private final Pages pages;
  private final SubmissionViews submissions;
  private final Runs runs;

  SubmissionPages(Pages pages, SubmissionViews submissions, Runs runs) {
    this.pages = pages;
    this.submissions = submissions;
    this.runs = runs;
  }

  /// @param source where the commit came from
  /// @param solution what its `solution.toml` says
  record SubmissionPage(
      String title,
      String benchmark,
      Moment at,
      String author,
      List<Fact> source,
      List<Fact> environment,
      List<Fact> solution,
      List<WorkLine> jobs,
      List<WorkLine> runs) {}

  /// A job or a run.
  record WorkLine(
      String id,
      String address,
      String state,
      String stateText,
      String reason,
      String what,
      Moment at) {}

  void answer(Exchange exchange, Caller caller) {
    SubmissionView submission = submissions.load(caller, exchange.pathParameter("submission"));
    List<RunSummary> measured =
        runs.list(
                caller,
                new RunFilter(RunFilter.By.SUBMISSION, submission.id()),
                Long.MAX_VALUE,
                MOST)
            .items();
    SubmissionPage view = view(submission, measured);
    String benchmark = submission.implementation().benchmark();
    var head =
        Frame.Head.of(view.title(), "benchmarks")
            .below(
                new Frame.Crumb(benchmark, Addresses.benchmark(benchmark)),
                new Frame.Crumb(
                    SafeText.oneLine(submission.implementation().name()),
                    Addresses.implementation(submission.implementation().id())))
            .at(Addresses.submission(submission.id()));
    pages.answer(exchange, caller, head, "page/run/submission.jte", Map.of("view", view));
  }

  private SubmissionPage view(SubmissionView submission, List<RunSummary> measured) {
    Texts texts = pages.texts();
    return new SubmissionPage(
        texts.of(
            "run.submission.title",
            SafeText.oneLine(submission.implementation().name()),
            SafeText.oneLine(shortCommit(submission))),
        submission.implementation().benchmark(),
        Moment.of(submission.submittedAt()),
        SafeText.oneLine(submission.author()),
        source(texts, submission),
        new Fact.Facts()
            .add(texts.of("run.fact.image"), submission.image().reference())
            .addCode(texts.of("run.fact.digest"), submission.image().digest())
            .list(),
        solution(texts, submission.solution()),
        submission.jobs().stream().limit(MOST).map(job -> line(texts, job)).toList(),
        measured.stream().map(run -> line(texts, run)).toList());
  }

  private static String shortCommit(SubmissionView submission) {
    String commit = submission.source().commit();
    return commit == null
        ? submission
            .source()
            .treeHash()
            .substring(0, Math.min(12, submission.source().treeHash().length()))
        : commit.substring(0, Math.min(12, commit.length()));
  }

  private static List<Fact> source(Texts texts, SubmissionView submission) {
    String repository = submission.source().repository();
    boolean opens = repository.startsWith("https://") && SafeText.isPlain(repository);
    return new Fact.Facts()
        .add(Fact.code(texts.of("run.fact.repository"), repository).at(opens ? repository : ""))
        .addCode(texts.of("run.fact.path"), submission.source().path())
        .addCode(texts.of("run.fact.commit"), submission.source().commit())
        .addCode(texts.of("run.fact.tree"), submission.source().treeHash())
        .add(
            texts.of("run.fact.kept"),
            texts.of(submission.isPacked() ? "run.submission.packed" : "run.submission.fetched"))
        .list();
  }

  private static List<Fact> solution(Texts texts, SolutionSpec solution) {
    var facts =
        new Fact.Facts()
            .add("bundle", solution.bundle())
            .add("language", solution.language())
            .add("image", solution.image())
            .addCode("build", solution.buildCommand());
    if (solution.bringsOwnProgram()) {
      facts.addCode("run", CommandText.of(solution.runCommand()));
    }
    return facts.add("requires", requires(texts, solution.requires())).list();
  }

  private static String requires(Texts texts, Requires requires) {
    return texts.of(
        "run.submission.requires",
        requires.arch(),
        Integer.toString(requires.cores()),
        requires.memory().toText(),
        Integer.toString(requires.gpu()),
        requires.labels().isEmpty() ? "–" : String.join(", ", requires.labels()));
  }

  private static WorkLine line(Texts texts, PlannedJob job) {
    return new WorkLine(
        job.id(),
        Addresses.job(job.id()),
        job.state(),
        WorkView.stateText(texts, job.state()),
        job.stateReason() == null ? "" : SafeText.oneLine(job.stateReason(), MOST_REASON),
        job.version(),
        Moment.of(job.createdAt()));
  }

  private static WorkLine line(Texts texts, RunSummary run) {
    String reason = run.stateReason();
    return new WorkLine(
        run.id(),
        Addresses.run(run.id()),
        run.state(),
        WorkView.stateText(texts, run.state()),
        reason == null ? "" : SafeText.oneLine(reason, MOST_REASON),
        Words.machineClass(run.machineClass()),
        Moment.of(run.openedAt()));
  }
}
