package dev.assay.platform;

import dev.assay.core.job.Job;
import dev.assay.core.protocol.Lease;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.account.AccountEndpoints;
import dev.assay.platform.account.Accounts;
import dev.assay.platform.account.Audit;
import dev.assay.platform.account.DatabaseAuthenticator;
import dev.assay.platform.blob.BlobCount;
import dev.assay.platform.blob.FolderBlobs;
import dev.assay.platform.bundle.Benchmarks;
import dev.assay.platform.bundle.BlobEndpoints;
import dev.assay.platform.bundle.BundleEndpoints;
import dev.assay.platform.bundle.BundlePublisher;
import dev.assay.platform.bundle.BundleVersions;
import dev.assay.platform.bundle.ImageEndpoints;
import dev.assay.platform.bundle.ImageRegistry;
import dev.assay.platform.bundle.Uploads;
import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.HttpServer;
import dev.assay.platform.http.HttpSettings;
import dev.assay.platform.http.Idempotency;
import dev.assay.platform.http.OpenApiEndpoints;
import dev.assay.platform.http.Rates;
import dev.assay.platform.intake.IntakeEndpoints;
import dev.assay.platform.intake.ReportIntake;
import dev.assay.platform.judge.JudgeEndpoints;
import dev.assay.platform.judge.RejudgeLeases;
import dev.assay.platform.judge.Rejudgings;
import dev.assay.platform.operate.FreeDisk;
import dev.assay.platform.operate.HealthCheck;
import dev.assay.platform.operate.OperateEndpoints;
import dev.assay.platform.operate.OperateSettings;
import dev.assay.platform.operate.PlatformMetrics;
import dev.assay.platform.page.Assets;
import dev.assay.platform.page.Pages;
import dev.assay.platform.page.ProblemPage;
import dev.assay.platform.page.Texts;
import dev.assay.platform.page.account.AccountPages;
import dev.assay.platform.page.benchmark.BenchmarkPages;
import dev.assay.platform.page.chart.ChartPages;
import dev.assay.platform.page.host.HostPages;
import dev.assay.platform.page.operate.OperatePages;
import dev.assay.platform.page.run.RunPages;
import dev.assay.platform.port.BundleArchives;
import dev.assay.platform.port.SolutionSources;
import dev.assay.platform.queue.ClaimedJob;
import dev.assay.platform.queue.JobDesk;
import dev.assay.platform.queue.JobQueue;
import dev.assay.platform.queue.LeaseReaper;
import dev.assay.platform.queue.Leases;
import dev.assay.platform.queue.LongPoll;
import dev.assay.platform.queue.QueueEndpoints;
import dev.assay.platform.queue.RunnerRegistry;
import dev.assay.platform.run.RunDocuments;
import dev.assay.platform.run.RunEndpoints;
import dev.assay.platform.settings.PlatformSettings;
import dev.assay.platform.standing.StandingEndpoints;
import dev.assay.platform.store.Database;
import dev.assay.platform.store.Notices;
import dev.assay.platform.store.PublicId;
import dev.assay.platform.submission.HostAddresses;
import dev.assay.platform.submission.MeasureLeases;
import dev.assay.platform.submission.RepositoryPolicy;
import dev.assay.platform.submission.SourceFreezing;
import dev.assay.platform.submission.SubmissionEndpoints;
import dev.assay.platform.submission.Submissions;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jdbi.v3.core.Jdbi;

/// Builds the platform's object graph, by hand.
final class PlatformWiring {
  private static final Duration REAP = Duration.ofSeconds(1);

  /// What one account may upload in a day.
  private static final long DAILY_UPLOAD = 4L << 30;

  private final PlatformSettings settings;
  private final Jdbi jdbi;
  private final FolderBlobs blobs;
  private final Database database;
  private final OperateSettings operate;
  private final BlobCount blobCount;
  private final PlatformMetrics metrics = new PlatformMetrics();
  private final Ports ports;
  private final SecureRandom random;
  private final Supplier<String> url;
  private final LongPoll longPoll;
  private final Leases leases;
  private final LeaseReaper reaper;
  private final Audit audit;
  private final Accounts accounts;
  private final RejudgeLeases rejudgeLeases;
  private final MeasureLeases measureLeases;
  private final Assets assets = new Assets();
  private final Pages pages;

  /// What others know.
  record Ports(BundleArchives archives, SolutionSources sources) {}

  PlatformWiring(
      PlatformSettings settings,
      OperateSettings operate,
      Database database,
      Notices notices,
      FolderBlobs blobs,
      Ports ports,
      SecureRandom random,
      Supplier<String> url) {
    this.settings = settings;
    this.operate = operate;
    this.database = database;
    this.blobCount = new BlobCount(blobs);
    this.ports = ports;
    this.jdbi = database.jdbi();
    this.blobs = blobs;
    this.random = random;
    this.url = url;
    this.longPoll = new LongPoll(notices);
    this.leases = new Leases(jdbi, longPoll);
    this.reaper = new LeaseReaper(jdbi, System::nanoTime, metrics::leaseLost);
    this.audit = new Audit(jdbi);
    this.accounts = new Accounts(jdbi, random, url);
    this.pages =
        new Pages(new Pages.Surroundings(Texts.english(), assets, url, settings.version()));
    this.rejudgeLeases = new RejudgeLeases(jdbi);
    this.measureLeases =
        new MeasureLeases(
            jdbi, new BundleVersions(), new ImageRegistry(jdbi, blobs, audit::record));
  }

  Accounts accounts() {
    return accounts;
  }

  /// What works by itself until it is closed.
  List<AutoCloseable> background() {
    reaper.start(REAP);
    return List.of(blobCount, reaper, Sweeper.start(accounts, new Idempotency(jdbi)));
  }

  /// Ends the requests that wait.
  LongPoll waiting() {
    return longPoll;
  }

  HttpServer startServer() {
    return HttpServer.start(
        new HttpSettings(
            settings.host(),
            settings.port(),
            settings.trustedProxies(),
            Rates.USUAL,
            HttpSettings.Bounds.USUAL),
        new DatabaseAuthenticator(jdbi, random, url),
        metrics::answered,
        new ProblemPage(pages),
        endpoints());
  }

  private List<Endpoints> endpoints() {
    var ids = new PublicId(random);
    var queue = new JobQueue(jdbi, ids, longPoll, leases, this::complete);
    var desk = new JobDesk(jdbi, longPoll, audit::record);
    var registry = new RunnerRegistry(jdbi, random, leases, audit::record, settings.version());
    var endpoints = new ArrayList<Endpoints>();
    endpoints.add(new AccountEndpoints(jdbi, random, url));
    endpoints.add(new QueueEndpoints(registry, queue, leases, desk));
    endpoints.addAll(published(ids, queue));
    endpoints.addAll(measured(ids, queue, desk));
    endpoints.add(new OpenApiEndpoints());
    endpoints.addAll(pages());
    endpoints.add(
        new OperateEndpoints(
            checks(), metrics, database, blobCount::newest, operate, settings.version()));
    return endpoints;
  }

  private List<Endpoints> pages() {
    return List.of(
        assets,
        new BenchmarkPages(pages, jdbi),
        new ChartPages(pages, jdbi),
        new RunPages(pages, jdbi),
        new AccountPages(pages, jdbi),
        new HostPages(pages, jdbi),
        new OperatePages(pages, jdbi));
  }

  private List<HealthCheck> checks() {
    return List.of(
        OperateEndpoints.databaseAnswers(database),
        HealthCheck.of(
            "blobs",
            () -> {
              blobs.probe();
              return "can be written";
            }),
        HealthCheck.of("leases", reaper::requireAlive),
        new FreeDisk(blobs::freeBytes, operate.leastFreeBytes()));
  }

  private List<Endpoints> published(PublicId ids, JobQueue queue) {
    var uploads = new Uploads(jdbi, blobs, settings.caps(), DAILY_UPLOAD);
    var images = new ImageRegistry(jdbi, blobs, audit::record);
    var publisher =
        new BundlePublisher(
            jdbi, blobs, uploads, ports.archives(), images, audit::record, settings.folder());
    var freezing =
        new SourceFreezing(
            uploads,
            blobs,
            ports.sources(),
            new RepositoryPolicy(settings.sources(), HostAddresses.SYSTEM),
            settings.folder());
    var submissions =
        new Submissions(
            jdbi, ids, freezing, new BundleVersions(), images, settings.quotas(), queue::enqueue);
    return List.of(
        new BlobEndpoints(uploads),
        new ImageEndpoints(images),
        new BundleEndpoints(
            publisher, new Benchmarks(jdbi, new BundleVersions(), audit::record), blobs),
        new SubmissionEndpoints(submissions, new Idempotency(jdbi)));
  }

  private List<Endpoints> measured(PublicId ids, JobQueue queue, JobDesk desk) {
    var images = new ImageRegistry(jdbi, blobs, audit::record);
    var intake = new ReportIntake(jdbi, new QueueBridges.ForIntake(leases));
    var rejudgings =
        new Rejudgings(
            jdbi,
            blobs,
            ids,
            new QueueBridges.ForRejudging(queue, desk, images),
            new RunDocuments(jdbi)::load);
    return List.of(
        new IntakeEndpoints(jdbi, intake, blobs, settings.caps().file(), metrics::reported),
        new JudgeEndpoints(rejudgings),
        new RunEndpoints(jdbi, blobs),
        new StandingEndpoints(jdbi, InstantSource.system()));
  }

  private Lease complete(ClaimedJob claimed) {
    metrics.claimed();
    return switch (claimed.kind()) {
      case REJUDGE -> QueueBridges.rejudgeLease(claimed, job(claimed), rejudgeLeases);
      case MEASURE -> measureLeases.complete(claimed);
    };
  }

  private static Job job(ClaimedJob claimed) {
    return JsonCodec.read(
        claimed.document().getBytes(StandardCharsets.UTF_8), Job.class, "job " + claimed.id());
  }
}
