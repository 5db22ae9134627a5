package dev.assay.platform.page.run;

import dev.assay.core.text.SafeText;
import dev.assay.platform.access.Account;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Scope;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Frame;
import dev.assay.platform.page.Moment;
import dev.assay.platform.page.Pages;
import dev.assay.platform.page.Texts;
import dev.assay.platform.queue.JobDesk;
import dev.assay.platform.queue.JobSummary;
import dev.assay.platform.queue.JobView;
import dev.assay.platform.report.Fact;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Jobs: where they stand, why they wait, what came of them; and the form that cancels one.
final class JobPages {
  private final Pages pages;
  private final JobDesk desk;

  JobPages(Pages pages, JobDesk desk) {
    this.pages = pages;
    this.desk = desk;
  }

  /// @param title what is measured, in a few words
  /// @param runs newest first
  /// @param mayCancel whether the form that cancels it is shown
  record JobPage(
      String title,
      String kind,
      WorkView work,
      List<Fact> facts,
      Moment created,
      @Nullable Moment ended,
      List<Link> runs,
      boolean mayCancel) {}

  void answer(Exchange exchange, Caller caller) {
    JobView job = desk.load(caller, exchange.pathParameter("job"));
    JobPage view = view(caller, job);
    if (Pages.isPartAsked(exchange)) {
      pages.answerPart(exchange, caller, "page/run/joblive.jte", Map.of("view", view));
      return;
    }
    String benchmark = job.job().benchmark();
    var head =
        Frame.Head.of(view.title(), "queue")
            .below(new Frame.Crumb(benchmark, Addresses.benchmark(benchmark)))
            .at(view.work().address());
    pages.answer(
        exchange,
        caller,
        view.work().isOpen() ? head.live() : head,
        "page/run/job.jte",
        Map.of("view", view));
  }

  private JobPage view(Caller caller, JobView job) {
    Texts texts = pages.texts();
    JobSummary summary = job.job();
    String implementation = summary.implementation();
    String what = SafeText.oneLine(implementation == null ? summary.benchmark() : implementation);
    return new JobPage(
        texts.of("run.job.title." + summary.kind().text(), what),
        summary.kind().text(),
        WorkView.of(texts, job),
        facts(texts, summary, job.hash()),
        Moment.of(summary.createdAt()),
        summary.endedAt() == null ? null : Moment.of(summary.endedAt()),
        job.runs().reversed().stream().map(run -> new Link(run, Addresses.run(run))).toList(),
        !summary.state().isFinal() && !summary.isCancelRequested() && mayCancel(caller, summary));
  }

  private static boolean mayCancel(Caller caller, JobSummary job) {
    Account account = caller.account();
    return account != null
        && caller.may(Scope.SUBMIT)
        && (caller.seesAll() || account.name().equals(job.author()));
  }

  private static List<Fact> facts(Texts texts, JobSummary job, String hash) {
    String benchmark =
        Addresses.with(Addresses.benchmark(job.benchmark()), "version", job.version());
    var facts =
        new Fact.Facts()
            .add(
                Fact.of(
                        texts.of("run.fact.judged"),
                        "%s@%s".formatted(job.benchmark(), job.version()))
                    .at(benchmark));
    String submission = job.submission();
    if (submission != null) {
      facts.add(
          Fact.code(texts.of("run.fact.submission"), submission)
              .at(Addresses.submission(submission)));
    }
    return facts
        .add(texts.of("run.fact.author"), job.author())
        .add(
            texts.of("run.fact.asked"), texts.of(job.isRanked() ? "run.job.whole" : "run.job.part"))
        .add(
            Fact.code(texts.of("run.fact.recipe"), hash)
                .at("/api/v1" + Addresses.job(job.id()) + "/document"))
        .list();
  }

  void cancel(Exchange exchange, Caller caller) {
    String id = exchange.pathParameter("job");
    desk.cancel(caller, id);
    Pages.seeOther(exchange, Addresses.job(id));
  }
}
