package dev.assay.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import dev.assay.core.bundle.BundleName;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.ValueType;
import dev.assay.core.bundle.Version;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.Job;
import dev.assay.core.protocol.Claim;
import dev.assay.core.protocol.Heartbeat;
import dev.assay.core.protocol.Lease;
import dev.assay.core.protocol.ReportBatch;
import dev.assay.core.protocol.ReportMessage;
import dev.assay.core.protocol.RunnerHello;
import dev.assay.core.protocol.RunnerProtocol;
import dev.assay.core.protocol.RunnerRegistration;
import dev.assay.core.protocol.Surrender;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.RunState;
import dev.assay.core.run.Source;
import dev.assay.core.solution.Requires;
import dev.assay.core.solution.SolutionSpec;
import dev.assay.core.unit.DataSize;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.bundle.BundlePublication;
import dev.assay.platform.bundle.CheckFinding;
import dev.assay.platform.operate.OperateSettings;
import dev.assay.platform.port.BundleArchives;
import dev.assay.platform.port.SolutionSources;
import dev.assay.platform.settings.PlatformSettings;
import dev.assay.platform.store.DatabaseAddress;
import dev.assay.platform.submission.SubmissionRequest;
import dev.assay.platform.testkit.Api;
import dev.assay.platform.testkit.MemoryBlobs;
import dev.assay.platform.testkit.OpenApiConformity;
import dev.assay.platform.testkit.ResultsWorld;
import dev.assay.testkit.Runs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.jspecify.annotations.Nullable;

/// A whole platform over HTTP, with all of its parts as they are delivered but for what reads
/// archives and commits: here a bundle's archive holds one file that says `NAME@VERSION`, and a
/// pack is the name of its solution.
final class PlatformWorld implements AutoCloseable {
  static final String BENCHMARK = "polymul/negacyclic";
  static final String COMMIT = "c".repeat(40);
  static final String DIGEST = "sha256:" + "1".repeat(64);

  /// The least disk that is not asked for, since a test has no say in it. Nothing is under way when
  /// a test ends but connections that wait for another request, and a stop would wait for them.
  private static final OperateSettings OPERATE = new OperateSettings(null, 0, Duration.ZERO);

  final OpenApiConformity conformity = OpenApiConformity.whole();
  final Platform platform;

  PlatformWorld(DatabaseAddress database, Path folder) {
    var settings =
        new PlatformSettings(
            "127.0.0.1",
            0,
            null,
            folder,
            database,
            6,
            PlatformSettings.SourcePolicy.USUAL,
            PlatformSettings.Quotas.USUAL,
            PlatformSettings.Caps.USUAL,
            "0.1.0",
            List.of());
    platform = Platform.start(settings, OPERATE, PlatformWorld::archive, new PlainPacks());
  }

  Api nobody() {
    return Api.at(platform.url(), conformity);
  }

  /// Logs in by the platform's first link.
  Api operator() {
    return byLink(platform.firstLoginLink().orElseThrow());
  }

  /// Somebody new.
  Api account(Api operator, String name, String role) {
    var made =
        operator.post(
            "/api/v1/accounts", "{\"name\": \"%s\", \"role\": \"%s\"}".formatted(name, role));
    assertThat(made.status()).as(made.body()).isEqualTo(201);
    return byLink(made.text("/login_link/url"));
  }

  private Api byLink(String link) {
    var login =
        nobody()
            .post(
                "/api/v1/login-link", JsonCodec.toJson(Map.of("link", link, "token_name", "test")));
    assertThat(login.status()).as(login.body()).isEqualTo(200);
    return nobody().withToken(login.text("/token/secret"));
  }

  // Bundles and solutions ------------------------------------------------------------------------

  private static BundleArchives.PublishedBundle archive(Path file) {
    String text = firstFile(file);
    String[] parts = text.split("[@ ]", 3);
    if (parts.length < 2) {
      throw new AssayException(ErrorCode.BUNDLE_INVALID, "the archive is no whole tar");
    }
    return new BundleArchives.PublishedBundle(spec(parts[0], parts[1]), hash(text));
  }

  private static BundleSpec spec(String name, String version) {
    Job job = ResultsWorld.job();
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

  private static final class PlainPacks implements SolutionSources {
    @Override
    public FrozenSolution fetch(String url, @Nullable String revision, String path) {
      throw new AssayException(ErrorCode.SOLUTION_INVALID, "nothing is fetched in a test");
    }

    @Override
    public FrozenSolution read(Path pack, String repository, String commit, String path) {
      String name = PlatformWorld.read(pack);
      var solution =
          new SolutionSpec(
              name,
              BENCHMARK + "@1",
              "cpp",
              "localhost/assay/core",
              null,
              List.of(),
              new Requires("any", 1, DataSize.ofGibibytes(1), 0, List.of()),
              null);
      return new FrozenSolution(
          new Source(repository, path, commit, hash(commit + name)), name, solution);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String hash(String text) {
    return MemoryBlobs.hashOf(text.getBytes(StandardCharsets.UTF_8));
  }

  /// A tar with one file, compressed by zstd.
  static byte[] tar(String name, String content) {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    var out = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(new ZstdOutputStream(out), "UTF-8")) {
      var entry = new TarArchiveEntry(name);
      entry.setSize(bytes.length);
      tar.putArchiveEntry(entry);
      tar.write(bytes);
      tar.closeArchiveEntry();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static String firstFile(Path archive) {
    try (var tar = new TarArchiveInputStream(new ZstdInputStream(Files.newInputStream(archive)))) {
      tar.getNextEntry();
      return new String(tar.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssayException(ErrorCode.BUNDLE_INVALID, "the archive is no whole tar", e);
    }
  }

  static String upload(Api who, byte[] content) {
    String hash = MemoryBlobs.hashOf(content);
    var put = who.put("/api/v1/blobs/" + hash, content);
    assertThat(put.status()).as(put.body()).isBetween(200, 204);
    return hash;
  }

  /// @param bundle as in `polymul/negacyclic@1.0.0`
  static Api.Reply publish(Api host, String bundle, @Nullable Boolean isPrivate) {
    String archive = upload(host, tar("bundle.toml", bundle));
    var findings = new ArrayList<CheckFinding>();
    findings.add(new CheckFinding("manifest", true, "hash " + hash(bundle)));
    for (String what : List.of("make: other path", "make: 403 days later", "reference")) {
      findings.add(new CheckFinding(what, true, "holds"));
    }
    ResultsWorld.job()
        .points()
        .forEach(point ->
            findings.add(new CheckFinding("refusals at " + point.name(), true, "refused")));
    return host.post(
        "/api/v1/bundles",
        JsonCodec.toJson(
            new BundlePublication(
                archive,
                new ImageIdentity("localhost/assay/core", DIGEST),
                "name = \"core\"",
                findings,
                isPrivate,
                null)));
  }

  static Api.Reply submit(Api author, String implementation, @Nullable Boolean isPrivate) {
    String pack = upload(author, implementation.getBytes(StandardCharsets.UTF_8));
    return author.post(
        "/api/v1/submissions",
        JsonCodec.toJson(
            new SubmissionRequest(
                new SubmissionRequest.PackedCommit(pack, "polymul-ntt", COMMIT, null),
                null,
                null,
                null,
                null,
                null,
                isPrivate)));
  }

  // A runner -------------------------------------------------------------------------------------

  /// Registers a runner, which says hello.
  TestRunner runner(Api operator, String name) {
    var code = operator.post("/api/v1/runner-codes", "{}");
    assertThat(code.status()).as(code.body()).isEqualTo(201);
    var registered =
        nobody()
            .post(
                "/api/v1/runner/register",
                JsonCodec.toJson(new RunnerRegistration(code.text("/code"), name)));
    assertThat(registered.status()).as(registered.body()).isEqualTo(201);
    var runner =
        new TestRunner(
            nobody().withToken(registered.text("/key")), registered.text("/runner"), name);
    runner.hello();
    return runner;
  }

  /// What a runner says, with results that nobody measured.
  record TestRunner(Api api, String id, String name) {
    private static final String INSTANCE = "instance-1";

    TestRunner at(PlatformWorld other) {
      return new TestRunner(
          new Api(api.client(), other.platform.url(), api.headers(), api.conformity()), id, name);
    }

    void hello() {
      var hello =
          new RunnerHello(
              RunnerProtocol.VERSION,
              "0.1.0",
              INSTANCE,
              "machine-" + name,
              Runs.machine(null),
              4,
              8L << 30,
              0,
              List.of(),
              Instant.now());
      said("hello", hello);
    }

    private Api.Reply said(String what, Object message) {
      var reply = api.post("/api/v1/runner/" + what, JsonCodec.toJson(message));
      assertThat(reply.status()).as(reply.body()).isBetween(200, 204);
      return reply;
    }

    Lease claim() {
      var reply = said("claim", new Claim(INSTANCE, 0, null));
      assertThat(reply.status()).as("a job is there").isEqualTo(200);
      return JsonCodec.read(
          reply.body().getBytes(StandardCharsets.UTF_8), Lease.class, "the lease");
    }

    void heartbeat(Lease lease) {
      said("heartbeat", new Heartbeat(INSTANCE, lease.jobId(), lease.attempt(), null));
    }

    Api.Reply surrender(Lease lease, String reason) {
      return said("surrender", new Surrender(INSTANCE, lease.jobId(), lease.attempt(), reason));
    }

    /// Uploads something that a run keeps.
    ReportMessage.KeptFile keep(String name, byte[] content) {
      String hash = MemoryBlobs.hashOf(content);
      var put = api.put("/api/v1/runner/blobs/" + hash, content);
      assertThat(put.status()).as(put.body()).isEqualTo(204);
      return new ReportMessage.KeptFile(name, hash, content.length);
    }

    Api.Reply report(Lease lease, List<ReportMessage> messages) {
      return api.post(
          "/api/v1/runner/report",
          JsonCodec.toJson(
              new ReportBatch(INSTANCE, lease.jobId(), lease.attempt(), lease.runId(), messages)));
    }

    /// Reports a whole run, in which each case took as long as given, with its answers.
    Api.Reply measure(Lease lease, double seconds) {
      var planned = new ResultsWorld.Planned(lease.jobId(), lease.job());
      var points = new ArrayList<PointResult>();
      for (int i = 0; i < lease.job().points().size(); i++) {
        points.add(planned.point(i, one -> seconds));
      }
      var messages = new ArrayList<>(planned.messages(RunState.FINISHED, points));
      messages.removeLast();
      for (PointResult point : points) {
        byte[] answers = tar("000000/b.bin", "answers " + seconds);
        var file = keep("answers/%s/0.tar.zst".formatted(point.point()), answers);
        messages.add(ReportMessage.file(messages.size() + 1, file));
      }
      byte[] log = "built\n".getBytes(StandardCharsets.UTF_8);
      messages.add(ReportMessage.file(messages.size() + 1, keep("logs/build.log", log)));
      messages.add(
          ReportMessage.closed(messages.size() + 1, planned.closed(RunState.FINISHED, List.of())));
      return report(lease, messages);
    }
  }

  @Override
  public void close() {
    platform.close();
  }
}
