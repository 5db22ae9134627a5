package dev.assay.platform.submission;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.JobPlanner;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.text.SafeText;
import dev.assay.platform.access.Caller;
import dev.assay.platform.bundle.BundleVersion;
import dev.assay.platform.bundle.BundleVersions;
import dev.assay.platform.bundle.ImageRegistry;
import dev.assay.platform.http.PlainText;
import dev.assay.platform.port.SolutionSources.FrozenSolution;
import dev.assay.platform.queue.JobKind;
import dev.assay.platform.queue.JobTicket;
import dev.assay.platform.queue.NewJob;
import dev.assay.platform.settings.PlatformSettings.Quotas;
import dev.assay.platform.store.PublicId;
import dev.assay.platform.submission.SubmissionRequest.PackedCommit;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/// Takes submissions: freezes, plans, queues. Thread-safe.
public final class Submissions {
  private static final int MOST_NAME = 100;
  private static final int MOST_BUNDLE = 200;
  private static final int MOST_POINTS = 1_000;
  private static final int MOST_POINT = 64;
  private static final int SHOWN_JOBS = 20;

  private final Jdbi jdbi;
  private final PublicId ids;
  private final SourceFreezing freezing;
  private final BundleVersions bundles;
  private final ImageRegistry images;
  private final JobQuotas quotas;
  private final JobSink queue;
  private final SubmissionRepository submissions = new SubmissionRepository();

  public Submissions(
      Jdbi jdbi,
      PublicId ids,
      SourceFreezing freezing,
      BundleVersions bundles,
      ImageRegistry images,
      Quotas quotas,
      JobSink queue) {
    this.jdbi = jdbi;
    this.ids = ids;
    this.freezing = freezing;
    this.bundles = bundles;
    this.images = images;
    this.quotas = new JobQuotas(quotas);
    this.queue = queue;
  }

  /// Refuses what cannot be a submission, before anything is fetched or written.
  ///
  /// @throws AssayException `REQUEST_INVALID`
  static void requireWellFormed(SubmissionRequest request) {
    SourceFreezing.requireWellFormed(request);
    if (request.bundle() != null) {
      PlainText.requireLine("the bundle", request.bundle(), MOST_BUNDLE);
    }
    List<String> points = request.points();
    if (points == null) {
      return;
    }
    if (points.size() > MOST_POINTS) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID,
          "%d points are named, and %d are read.".formatted(points.size(), MOST_POINTS));
    }
    points.forEach(point -> PlainText.requireLine("the name of a point", point, MOST_POINT));
  }

  /// Submits in the caller's transaction.
  SubmissionReceipt submit(Handle handle, Caller caller, SubmissionRequest request) {
    FrozenSolution frozen = freezing.freeze(handle, caller, request);
    PlainText.requireLine("the implementation's name", frozen.implementation(), MOST_NAME);
    String reference = request.bundle() == null ? frozen.solution().bundle() : request.bundle();
    BundleVersion bundle = bundles.require(handle, caller, reference);
    ImageIdentity image = images.require(handle, frozen.solution().image());
    JobPlans.Plan plan = JobPlans.plan(frozen, image, bundle, ask(request));
    quotas.requireRoom(handle, caller.accountKey());
    return queue(handle, caller, request, new Planned(frozen, bundle, plan));
  }

  private record Planned(FrozenSolution frozen, BundleVersion bundle, JobPlans.Plan plan) {}

  private static JobPlanner.Ask ask(SubmissionRequest request) {
    Integer retries = request.retryDisturbed();
    return new JobPlanner.Ask(request.points(), request.seeds(), retries == null ? 0 : retries);
  }

  private SubmissionReceipt queue(
      Handle handle, Caller caller, SubmissionRequest request, Planned planned) {
    FrozenSolution frozen = planned.frozen();
    var implementation =
        submissions.put(
            handle,
            new SubmissionRepository.Wanted(
                ids.next(),
                planned.bundle().benchmarkKey(),
                caller.accountKey(),
                frozen.implementation(),
                request.isPrivate()));
    PackedCommit pack = request.pack();
    var submission =
        new SubmissionRepository.NewSubmission(
            ids.next(),
            implementation.key(),
            frozen.source(),
            frozen.solution(),
            planned.plan().job().solutionImage(),
            pack == null ? null : pack.blob(),
            caller.accountKey());
    long key = submissions.insert(handle, submission);
    JobTicket ticket = queue.enqueue(handle, job(handle, caller, planned, key));
    return new SubmissionReceipt(
        submission.id(),
        implementation.id(),
        frozen.implementation(),
        ticket.id(),
        planned.plan().hash(),
        planned.bundle().spec().id(),
        planned.bundle().hash(),
        frozen.source(),
        submission.image(),
        planned.plan().isRanked(),
        ticket.blockers());
  }

  private NewJob job(Handle handle, Caller caller, Planned planned, long submission) {
    JobPlans.Plan plan = planned.plan();
    var built = images.recipes(handle, JobPlans.digests(plan.job())).keySet();
    return new NewJob(
        JobKind.MEASURE,
        planned.bundle().benchmarkKey(),
        planned.bundle().key(),
        caller.accountKey(),
        submission,
        null,
        plan.isRanked(),
        plan.document(),
        plan.hash(),
        JobPlans.demand(plan, planned.bundle(), built),
        0);
  }

  SubmissionView load(Caller caller, String id) {
    return new SubmissionViews(jdbi).load(caller, id);
  }

  List<SubmissionRepository.Row> implementations(
      Caller caller, SubmissionRepository.Filter filter, long below, int limit) {
    return jdbi.withHandle(
        handle -> submissions.implementations(handle, caller, filter, below, limit + 1));
  }

  ImplementationView loadImplementation(Caller caller, String id) {
    return jdbi.inTransaction(handle -> {
      var row =
          submissions
              .findImplementation(handle, caller, id)
              .orElseThrow(() -> notFound("implementation", id));
      return new ImplementationView(
          row.line(), submissions.jobs(handle, row.key(), null, SHOWN_JOBS));
    });
  }

  static AssayException notFound(String what, String id) {
    return new AssayException(
        ErrorCode.NOT_FOUND,
        "There is no %s '%s' that you may see.".formatted(what, SafeText.shown(id)));
  }
}
