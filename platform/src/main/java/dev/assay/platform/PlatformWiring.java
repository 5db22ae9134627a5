package dev.assay.platform;

import dev.assay.core.job.Job;
import dev.assay.core.protocol.Lease;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.account.AccountEndpoints;
import dev.assay.platform.account.Accounts;
import dev.assay.platform.account.Audit;
import dev.assay.platform.account.DatabaseAuthenticator;
import dev.assay.platform.account.Logins;
import dev.assay.platform.account.Tokens;
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
import dev.assay.platform.game.ProgramEndpoints;
import dev.assay.platform.game.ProgramShelf;
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
import dev.assay.platform.operate.Health;
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
import dev.assay.platform.standing.Standings;
import dev.assay.platform.store.Database;
import dev.assay.platform.store.Notices;
import dev.assay.platform.store.PublicId;
import dev.assay.platform.submission.HostAddresses;
import dev.assay.platform.submission.MeasureLeases;
import dev.assay.platform.submission.RepositoryPolicy;
import dev.assay.platform.submission.SourceFreezing;
import dev.assay.platform.submission.SubmissionEndpoints;
import dev.assay.platform.submission.Submissions;
import dev.assay.platform.webhook.WebhookCourier;
import dev.assay.platform.webhook.WebhookEndpoints;
import dev.assay.platform.webhook.Webhooks;
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
  private static final Duration DELIVER = Duration.ofSeconds(1);

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
  private final Tokens tokens;
  private final Logins logins;
  private final Webhooks webhooks;
  private final WebhookCourier courier;
  private final RejudgeLeases rejudgeLeases;
  private final MeasureLeases measureLeases;
  private final Standings standings;
  private final ProgramShelf programs;
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
    this.tokens = new Tokens(jdbi, random);
    this.logins = new Logins(jdbi, random, url, tokens);
    this.webhooks =
        new Webhooks(jdbi, random, settings.sources(), HostAddresses.SYSTEM, audit::record, url);
    this.courier =
        new WebhookCourier(
            jdbi,
            random,
            new WebhookCourier.Surroundings(
                settings.sources(), HostAddresses.SYSTEM, url, settings.version()),
            metrics::webhookAttempted);
    this.standings = new Standings(jdbi, InstantSource.system());
    this.programs = new ProgramShelf(jdbi);
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
    courier.start(DELIVER);
    return List.of(
        blobCount, reaper, courier, Sweeper.start(accounts, new Idempotency(jdbi), webhooks));
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
            HttpSettings.Bounds.USUAL.withStop(operate.grace())),
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
    endpoints.add(new AccountEndpoints(accounts, tokens, logins, audit));
    endpoints.add(new WebhookEndpoints(webhooks));
    endpoints.add(new QueueEndpoints(registry, queue, leases, desk));
    var hosting = hosting(ids, queue, desk);
    endpoints.addAll(published(ids, queue, hosting));
    endpoints.addAll(measured(hosting));
    endpoints.add(new OpenApiEndpoints());
    endpoints.addAll(pages(registry, desk, hosting));
    endpoints.add(
        new OperateEndpoints(
            checks(), metrics, database, blobCount::newest, operate, settings.version()));
    return endpoints;
  }

  private HostPages.Desks hosting(PublicId ids, JobQueue queue, JobDesk desk) {
    var uploads = new Uploads(jdbi, blobs, settings.caps(), DAILY_UPLOAD);
    var images = new ImageRegistry(jdbi, blobs, audit::record);
    return new HostPages.Desks(
        new BundlePublisher(
            jdbi, blobs, uploads, ports.archives(), images, audit::record, settings.folder()),
        uploads,
        new Benchmarks(jdbi, new BundleVersions(), audit::record),
        new Rejudgings(
            jdbi,
            blobs,
            ids,
            new QueueBridges.ForRejudging(queue, desk, images),
            new RunDocuments(jdbi)::load),
        standings,
        settings.folder());
  }

  private List<Endpoints> pages(RunnerRegistry registry, JobDesk desk, HostPages.Desks hosting) {
    return List.of(
        assets,
        new BenchmarkPages(pages, jdbi, standings, programs),
        new ChartPages(pages, jdbi, standings),
        new RunPages(pages, jdbi, blobs, desk, standings),
        new AccountPages(
            pages,
            new AccountPages.Services(jdbi, accounts, logins, tokens, webhooks, settings.quotas())),
        new HostPages(pages, jdbi, hosting),
        new OperatePages(
            pages,
            jdbi,
            new OperatePages.Desks(
                desk, registry, accounts, audit, () -> Health.look(checks(), settings.version()))));
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

  private List<Endpoints> published(PublicId ids, JobQueue queue, HostPages.Desks hosting) {
    var images = new ImageRegistry(jdbi, blobs, audit::record);
    var freezing =
        new SourceFreezing(
            hosting.uploads(),
            blobs,
            ports.sources(),
            new RepositoryPolicy(settings.sources(), HostAddresses.SYSTEM),
            settings.folder());
    var submissions =
        new Submissions(
            jdbi, ids, freezing, new BundleVersions(), images, settings.quotas(), queue::enqueue);
    return List.of(
        new BlobEndpoints(hosting.uploads()),
        new ImageEndpoints(images),
        new BundleEndpoints(hosting.publisher(), hosting.benchmarks(), blobs),
        new SubmissionEndpoints(submissions, new Idempotency(jdbi)));
  }

  private List<Endpoints> measured(HostPages.Desks hosting) {
    var intake = new ReportIntake(jdbi, new QueueBridges.ForIntake(leases));
    return List.of(
        new IntakeEndpoints(jdbi, intake, blobs, settings.caps().file(), metrics::reported),
        new JudgeEndpoints(hosting.rejudgings()),
        new RunEndpoints(jdbi, blobs),
        new StandingEndpoints(jdbi, standings),
        new ProgramEndpoints(hosting.benchmarks(), standings, programs));
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
