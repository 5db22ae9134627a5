package dev.assay.platform.submission;

import dev.assay.core.bundle.BundleName;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.ValueType;
import dev.assay.core.bundle.Version;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.Job;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.run.Source;
import dev.assay.core.solution.Requires;
import dev.assay.core.solution.SolutionSpec;
import dev.assay.core.unit.DataSize;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.access.Account;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Role;
import dev.assay.platform.access.RunnerIdentity;
import dev.assay.platform.access.Scope;
import dev.assay.platform.bundle.Benchmarks;
import dev.assay.platform.bundle.BlobEndpoints;
import dev.assay.platform.bundle.BundleEndpoints;
import dev.assay.platform.bundle.BundlePublication;
import dev.assay.platform.bundle.BundlePublisher;
import dev.assay.platform.bundle.BundleVersions;
import dev.assay.platform.bundle.CheckFinding;
import dev.assay.platform.bundle.ImageEndpoints;
import dev.assay.platform.bundle.ImageRegistry;
import dev.assay.platform.bundle.Uploads;
import dev.assay.platform.http.Authenticator;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.HttpServer;
import dev.assay.platform.http.Idempotency;
import dev.assay.platform.port.SolutionSources;
import dev.assay.platform.queue.JobTicket;
import dev.assay.platform.queue.NewJob;
import dev.assay.platform.settings.PlatformSettings.Caps;
import dev.assay.platform.settings.PlatformSettings.Quotas;
import dev.assay.platform.settings.PlatformSettings.SourcePolicy;
import dev.assay.platform.store.Database;
import dev.assay.platform.store.PublicId;
import dev.assay.platform.testkit.Api;
import dev.assay.platform.testkit.MemoryBlobs;
import dev.assay.platform.testkit.OpenApiConformity;
import dev.assay.platform.testkit.TestDatabase;
import dev.assay.testkit.Runs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// A platform's front half: whatever is published and submitted, with archives and packs that are
/// `NAME@VERSION` and the name of a solution as plain text, and a queue that takes all.
final class SubmissionWorld implements AutoCloseable {
  private static final OpenApiConformity CONFORMITY = OpenApiConformity.of("base", "submission");

  static final String DIGEST = "sha256:" + "1".repeat(64);
  static final String COMMIT = "c".repeat(40);
  static final Caps CAPS = new Caps(4096, 1 << 20, 2048, 1 << 20, 1 << 20);

  final Database database = TestDatabase.fresh();
  final MemoryBlobs blobs = new MemoryBlobs();
  final List<String> fetched = new CopyOnWriteArrayList<>();
  final List<String> audited = new CopyOnWriteArrayList<>();
  final List<NewJob> queued = new CopyOnWriteArrayList<>();
  final BundleVersions versions = new BundleVersions();
  final ImageRegistry images;
  final Path folder;
  final HttpServer server;
  private final Map<String, Caller> callers = new ConcurrentHashMap<>();

  SubmissionWorld() {
    this(new Quotas(3, 5), 1 << 20);
  }

  SubmissionWorld(Quotas quotas, long dailyBytes) {
    var jdbi = database.jdbi();
    folder = temporaryFolder();
    var uploads = new Uploads(jdbi, blobs, CAPS, dailyBytes);
    images = new ImageRegistry(jdbi, blobs, this::audit);
    var publisher =
        new BundlePublisher(
            jdbi, blobs, uploads, SubmissionWorld::archive, images, this::audit, folder);
    var policy =
        new RepositoryPolicy(
            SourcePolicy.USUAL, _ -> List.of(InetAddress.getByName("93.184.216.34")));
    var freezing = new SourceFreezing(uploads, blobs, new Packs(), policy, folder);
    var submissions =
        new Submissions(
            jdbi,
            new PublicId(new SecureRandom()),
            freezing,
            versions,
            images,
            quotas,
            this::enqueue);
    server =
        HttpServer.start(
            "127.0.0.1",
            0,
            new Bearers(),
            List.of(
                new BlobEndpoints(uploads),
                new ImageEndpoints(images),
                new BundleEndpoints(publisher, new Benchmarks(jdbi, versions, this::audit), blobs),
                new SubmissionEndpoints(submissions, new Idempotency(jdbi))));
    account("ada", Role.AUTHOR);
    account("bob", Role.AUTHOR);
    account("hedy", Role.HOST);
    account("hugo", Role.HOST);
    account("olga", Role.OPERATOR);
  }

  private static Path temporaryFolder() {
    try {
      return Files.createTempDirectory("assay-submission");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final class Bearers implements Authenticator {
    @Override
    public Caller authenticate(Exchange exchange) {
      String bearer = exchange.bearer();
      return bearer == null
          ? Caller.anonymous(exchange.remote())
          : callers.getOrDefault(bearer, Caller.anonymous(exchange.remote()));
    }

    @Override
    public RunnerIdentity authenticateRunner(Exchange exchange) {
      throw new IllegalStateException("no runners here");
    }
  }

  private void account(String name, Role role) {
    long key =
        database
            .jdbi()
            .withHandle(handle ->
                handle
                    .createQuery(
                        "insert into account (id, name, role) values (:name, :name, :role) returning key")
                    .bind("name", name)
                    .bind("role", role.text())
                    .mapTo(Long.class)
                    .one());
    Set<Scope> scopes = EnumSet.noneOf(Scope.class);
    for (Scope scope : Scope.values()) {
      if (role.includes(scope.role())) {
        scopes.add(scope);
      }
    }
    callers.put(name, new Caller(new Account(key, name, name, role), scopes, "", null));
  }

  Caller caller(String name) {
    return callers.getOrDefault(name, Caller.anonymous(""));
  }

  Api as(String name) {
    return nobody().withToken(name);
  }

  Api nobody() {
    return Api.at("http://127.0.0.1:" + server.port(), CONFORMITY);
  }

  private void audit(Handle handle, Caller caller, String action, String subject, String detail) {
    audited.add(action + " " + subject);
  }

  private JobTicket enqueue(Handle handle, NewJob job) {
    queued.add(job);
    String id = "job" + queued.size();
    long key =
        handle
            .createQuery(
                """
                insert into job (id, kind, benchmark_key, bundle_version_key, author_key,
                  submission_key, is_ranked, document, hash, cores, memory_bytes, gpu, labels,
                  needed_images)
                values (:id, 'measure', :benchmark, :bundle, :author, :submission, :ranked,
                  :document, :hash, 1, 1, 0, '{}', '{}')
                returning key
                """)
            .bind("id", id)
            .bind("benchmark", job.benchmarkKey())
            .bind("bundle", job.bundleVersionKey())
            .bind("author", job.authorKey())
            .bind("submission", job.submissionKey())
            .bind("ranked", job.isRanked())
            .bind("document", job.document())
            .bind("hash", job.hash())
            .mapTo(Long.class)
            .one();
    return new JobTicket(key, id, List.of("no runner has a GPU"));
  }

  void state(String job, String state) {
    database
        .jdbi()
        .useHandle(handle -> handle.execute("update job set state = ? where id = ?", state, job));
  }

  int count(String table) {
    return database
        .jdbi()
        .withHandle(handle ->
            handle.createQuery("select count(*) from " + table).mapTo(Integer.class).one());
  }

  // Archives and packs -------------------------------------------------------------------------

  /// An archive says `NAME@VERSION` and whatever makes its hash another.
  private static dev.assay.platform.port.BundleArchives.PublishedBundle archive(Path file) {
    try {
      String text = Files.readString(file);
      if (!text.contains("@")) {
        throw new AssayException(ErrorCode.BUNDLE_INVALID, "the archive is no whole tar");
      }
      String[] parts = text.split("[@ ]", 3);
      return new dev.assay.platform.port.BundleArchives.PublishedBundle(
          spec(parts[0], parts[1]), hash(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static BundleSpec spec(String name, String version) {
    Job job = Runs.job(Runs.points(16, 32));
    return new BundleSpec(
        new BundleName(name),
        Version.parse(version),
        "Title of " + name,
        job.protocol(),
        "localhost/assay/core",
        List.of("python3", "bundle.py"),
        "solutions/reference",
        new Signature(
            Map.of("N", ElementType.U32),
            Map.of(),
            Map.of("a", new ValueType.Bytes()),
            Map.of("b", new ValueType.Bytes())),
        job.points(),
        job.barSample(),
        job.bar(),
        job.score(),
        job.limits(),
        job.bundleLimits(),
        false,
        List.of());
  }

  static SolutionSpec solution(String bundle) {
    return new SolutionSpec(
        "ntt",
        bundle,
        "cpp",
        "localhost/assay/core",
        null,
        List.of(),
        new Requires("any", 2, DataSize.ofGibibytes(1), 0, List.of()),
        null);
  }

  /// A pack says what its solution names as its bundle.
  private final class Packs implements SolutionSources {
    @Override
    public FrozenSolution fetch(String url, @Nullable String revision, String path) {
      fetched.add(url + " " + revision + " " + path);
      return frozen(url, path, COMMIT, "polymul@1");
    }

    @Override
    public FrozenSolution read(Path pack, String repository, String commit, String path) {
      try {
        String text = Files.readString(pack);
        if (!text.contains("@")) {
          throw new AssayException(ErrorCode.SOLUTION_INVALID, "the pack is not whole");
        }
        return frozen(repository, path, commit, text);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private FrozenSolution frozen(String repository, String path, String commit, String bundle) {
      return new FrozenSolution(
          new Source(repository, path, commit, hash(commit)), "ntt", solution(bundle));
    }
  }

  static String hash(String text) {
    return MemoryBlobs.hashOf(text.getBytes(StandardCharsets.UTF_8));
  }

  // What people do -----------------------------------------------------------------------------

  Api.Reply upload(String who, String content) {
    return as(who)
        .with("Content-Type", "application/octet-stream")
        .send("PUT", "/api/v1/blobs/" + hash(content), content);
  }

  static List<CheckFinding> findings(String archive) {
    var all = new ArrayList<CheckFinding>();
    all.add(finding("manifest", "hash " + hash(archive)));
    all.add(finding("make: other path", "the same bytes"));
    all.add(finding("make: 403 days later", "the same bytes"));
    all.add(finding("reference", "passes"));
    Runs.points(16, 32)
        .forEach(point -> all.add(finding("refusals at " + point.name(), "refused")));
    return all;
  }

  static CheckFinding finding(String what, String detail) {
    return new CheckFinding(what, true, detail);
  }

  static BundlePublication publication(String archive) {
    return new BundlePublication(
        hash(archive),
        new ImageIdentity("localhost/assay/core", DIGEST),
        "name = \"core\"",
        findings(archive),
        null,
        null);
  }

  Api.Reply publish(String who, BundlePublication publication) {
    return as(who).post("/api/v1/bundles", JsonCodec.toJson(publication));
  }

  Api.Reply publish(String who, String archive) {
    upload(who, archive);
    return publish(who, publication(archive));
  }

  static SubmissionRequest request(String pack) {
    return new SubmissionRequest(
        new SubmissionRequest.PackedCommit(hash(pack), "polymul-ntt", COMMIT, null),
        null,
        null,
        null,
        null,
        null,
        null);
  }

  Api.Reply submit(String who, SubmissionRequest request) {
    return as(who).post("/api/v1/submissions", JsonCodec.toJson(request));
  }

  Api.Reply submit(String who, String pack) {
    upload(who, pack);
    return submit(who, request(pack));
  }

  @Override
  public void close() {
    server.close();
    database.close();
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
