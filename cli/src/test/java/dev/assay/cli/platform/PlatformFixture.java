package dev.assay.cli.platform;

import dev.assay.bundle.archive.ArchiveWriter;
import dev.assay.bundle.hash.ContentHash;
import dev.assay.cli.client.ApiClient;
import dev.assay.cli.client.Credentials;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.ImageIdentity;
import dev.assay.platform.bundle.BundlePublication;
import dev.assay.platform.bundle.CheckFinding;
import dev.assay.platform.bundle.PublishedVersion;
import dev.assay.platform.queue.RunnerRegistry.CodeRequest;
import dev.assay.platform.queue.RunnerRegistry.RunnerCode;
import dev.assay.platform.submission.SubmissionReceipt;
import dev.assay.platform.submission.SubmissionRequest;
import dev.assay.runner.source.FolderRepository;
import dev.assay.runner.source.FrozenSource;
import dev.assay.runner.source.PackLimits;
import dev.assay.runner.source.SourceFreezer;
import dev.assay.runner.source.SourcePack;
import dev.assay.runner.source.SourceRequest;
import dev.assay.runner.testkit.FaultyFixture;
import dev.assay.runner.testkit.Folders;
import dev.assay.runner.testkit.HomeMachine;
import dev.assay.sandbox.host.HostCommand;
import dev.assay.sandbox.host.LocalPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A platform as a process, with a bundle that it serves, a solution that is submitted to it, and
/// runners that reach it through a network of their own.
final class PlatformFixture {
  /// A case takes 0.4 s, and a point has three.
  static final List<String> POINTS = IntStream.range(0, 8).mapToObj(i -> "slow." + i).toList();

  /// The same without waiting.
  static final List<String> QUICK = IntStream.range(0, 4).mapToObj(i -> "plain." + i).toList();

  static final int CASES = 3;

  private static final Pattern SERVES = Pattern.compile("serves http://127\\.0\\.0\\.1:(\\d+)");
  private static final Pattern LINK = Pattern.compile("http://\\S+/login/\\S+");
  private static final Duration PATIENCE = Duration.ofSeconds(150);

  private final Path folder;
  private final Path home;
  private final Store store;
  private final List<Path> disks = new ArrayList<>();
  private final List<RunnerProcess> runners = new ArrayList<>();
  private final Map<String, String> environment = new HashMap<>();
  private @Nullable FaultyProxy network;
  private @Nullable Process process;
  private @Nullable ApiClient api;
  private SubmissionRequest.@Nullable PackedCommit commit;
  private int port;

  private PlatformFixture(Path folder, Path home) {
    this.folder = folder;
    this.home = home;
    this.store = new Store(home);
  }

  /// Opens it, or aborts the test and says what it would take. Nothing is started.
  static PlatformFixture open() throws IOException {
    HomeMachine.requireSandbox();
    Path folder = Files.createTempDirectory("assay-faults");
    // The database's own user passes through.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    return new PlatformFixture(folder, folder.resolve("platform"));
  }

  /// The same with a platform that serves, and a bundle and a solution on it.
  static PlatformFixture serving() throws Exception {
    PlatformFixture fixture = open();
    try {
      fixture.serve();
      fixture.publish();
      return fixture;
    } catch (Exception | AssertionError e) {
      fixture.close();
      throw e;
    }
  }

  Path folder() {
    return folder;
  }

  Path home() {
    return home;
  }

  Store store() {
    return store;
  }

  FaultyProxy network() {
    if (network == null) {
      throw new IllegalStateException("the platform was not started");
    }
    return network;
  }

  ApiClient api() {
    if (api == null) {
      throw new IllegalStateException("nobody has logged in");
    }
    return api;
  }

  Process process() {
    if (process == null) {
      throw new IllegalStateException("the platform was not started");
    }
    return process;
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  /// What the platform's process finds in its environment.
  void environment(String name, String value) {
    environment.put(name, value);
  }

  /// Makes a folder that is a disk of its own.
  void mount(Path disk, String size) throws IOException, InterruptedException {
    Files.createDirectories(disk);
    execute("mount", "-t", "tmpfs", "-o", "mode=755,size=" + size, "tmpfs", disk.toString());
    disks.add(disk);
  }

  private static void execute(String... command) throws IOException, InterruptedException {
    int code = new ProcessBuilder(command).inheritIO().start().waitFor();
    if (code != 0) {
      throw new IOException("%s ended with %d".formatted(String.join(" ", command), code));
    }
  }

  // Processes ----------------------------------------------------------------------------------

  /// Starts a command as `./assay` does.
  ///
  /// @param before words in front of the command
  Process start(
      Map<String, String> variables, Path log, List<String> before, List<String> arguments)
      throws IOException {
    var command = new ArrayList<>(before);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.assay.cli.AssayCommand"));
    command.addAll(arguments);
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(variables);
    return builder.start();
  }

  /// What the platform logged.
  Path log() {
    return folder.resolve("platform.log");
  }

  /// Starts the platform, or starts it again where it was.
  void serve() throws Exception {
    Files.deleteIfExists(folder.resolve("platform.log.before"));
    if (Files.exists(log())) {
      Files.move(log(), folder.resolve("platform.log.before"));
    }
    var variables = new HashMap<>(environment);
    variables.put("ASSAY_HOME", folder.resolve("platform-home").toString());
    process =
        start(
            variables,
            log(),
            List.of(),
            List.of("serve", "--listen", "127.0.0.1:" + port, "--home", home.toString()));
    await("the platform serves", () -> said(SERVES) != null);
    port = Integer.parseInt(Objects.requireNonNull(said(SERVES)).group(1));
    if (network == null) {
      network = FaultyProxy.to(port);
      logIn();
      store.watchStates();
    }
  }

  private @Nullable Matcher said(Pattern pattern) throws IOException {
    Matcher matcher = pattern.matcher(Files.readString(log()));
    return matcher.find() ? matcher : null;
  }

  /// As `kill -9`; its database stays behind.
  void kill() throws InterruptedException {
    process().destroyForcibly().waitFor();
  }

  void killAndServe() throws Exception {
    kill();
    serve();
  }

  void killPostgres() throws IOException {
    ProcessHandle.of(store.postmaster()).orElseThrow().destroyForcibly();
  }

  private record LinkLogin(String link, String tokenName) {}

  private record Secret(String secret, Object token) {}

  private record Granted(Object account, @Nullable String csrfToken, Secret token) {}

  private void logIn() throws Exception {
    await("it tells a login link", () -> said(LINK) != null);
    Matcher link = Objects.requireNonNull(said(LINK));
    var stranger = new ApiClient(new Credentials.Login(url(), null));
    var granted =
        stranger.post("/api/v1/login-link", new LinkLogin(link.group(), "faults"), Granted.class);
    api = new ApiClient(new Credentials.Login(url(), granted.token().secret()));
  }

  /// A runner that is registered and at work, behind the network.
  RunnerProcess runner(String name) throws Exception {
    RunnerProcess runner = add(name, "http://127.0.0.1:" + network().port());
    runner.start("--code", code(), "--name", name);
    await(
        "runner %s is at work".formatted(name),
        () ->
            store.count("select count(*) from runner where name = ? and instance is not null", name)
                > 0);
    return runner;
  }

  /// A runner that is not started.
  RunnerProcess add(String name, String reached) throws IOException {
    var runner = new RunnerProcess(this, folder.resolve("home-" + name), reached);
    runners.add(runner);
    return runner;
  }

  String code() {
    return api().post("/api/v1/runner-codes", new CodeRequest(null, null), RunnerCode.class).code();
  }

  List<RunnerProcess> runners() {
    return List.copyOf(runners);
  }

  // What hosts and authors do ------------------------------------------------------------------

  /// Publishes the bundle and uploads the solution.
  void publish() throws Exception {
    var points = new ArrayList<>(POINTS);
    points.addAll(QUICK);
    publish(FaultyFixture.bundle(folder, points, FaultyFixture.SHORT_LIMITS), points);
    commit = pack(slowToBuild(FaultyFixture.solution(folder, points)), "twice");
  }

  /// Publishes a bundle.
  void publish(Path bundle, List<String> points) throws Exception {
    Path archive = folder.resolve("bundle.tar.zst");
    ArchiveWriter.writeBundle(bundle, archive);
    String recipe = Files.readString(Folders.repository().resolve("images/core.toml"));
    var publication =
        new BundlePublication(
            upload(archive),
            new ImageIdentity(HomeMachine.IMAGE, digest()),
            recipe,
            findings(ContentHash.ofBundle(bundle), points),
            null,
            null);
    api().post("/api/v1/bundles", publication, PublishedVersion.class);
  }

  private static List<CheckFinding> findings(String hash, List<String> points) {
    var all = new ArrayList<CheckFinding>();
    all.add(new CheckFinding("manifest", true, "hash " + hash));
    all.add(new CheckFinding("make: other path", true, "the same bytes"));
    all.add(new CheckFinding("make: 403 days later", true, "the same bytes"));
    all.add(new CheckFinding("reference", true, "passes"));
    points.forEach(point -> all.add(new CheckFinding("refusals at " + point, true, "refused")));
    return all;
  }

  private static String digest() {
    return new LocalPrograms()
        .execute(
            HostCommand.of(
                "podman", "image", "inspect", "--format", "{{.Digest}}", HomeMachine.IMAGE))
        .output()
        .strip();
  }

  /// Long enough to be hit.
  private static Path slowToBuild(Path solution) throws IOException {
    Path manifest = solution.resolve("solution.toml");
    Files.writeString(
        manifest,
        Files.readString(manifest).replace("command = \"cp", "command = \"sleep 1.5; cp"));
    return solution;
  }

  /// Uploads a solution as a commit of a repository with that name.
  SubmissionRequest.PackedCommit pack(Path solution, String name) throws Exception {
    Path repository = folder.resolve("repository-" + name);
    FolderRepository.make(solution, repository);
    var frozen =
        (FrozenSource.AtCommit)
            new SourceFreezer(folder).freeze(SourceRequest.of(repository.toString()));
    Path pack = folder.resolve(name + ".pack");
    new SourcePack(PackLimits.DEFAULT).write(frozen, pack);
    return new SubmissionRequest.PackedCommit(
        upload(pack),
        "https://git.example.org/somebody/%s.git".formatted(name),
        frozen.commit(),
        null);
  }

  private String upload(Path file) throws Exception {
    String hash =
        HexFormat.of()
            .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    api().putBlob(hash, file);
    return hash;
  }

  /// Submits the solution.
  ///
  /// @return the job
  String submit(List<String> points) {
    return submit(Objects.requireNonNull(commit), "test/twice@1", points);
  }

  /// Submits a solution that was uploaded.
  ///
  /// @param points absent for all
  String submit(
      SubmissionRequest.PackedCommit packed, String bundle, @Nullable List<String> points) {
    var request = new SubmissionRequest(packed, null, bundle, points, null, null, null);
    return api().post("/api/v1/submissions", request, SubmissionReceipt.class).job();
  }

  /// Submits it at so many slow points.
  String submit(int points) {
    return submit(POINTS.subList(0, points));
  }

  // What is waited for -------------------------------------------------------------------------

  /// Something that comes true in time.
  interface Condition {
    boolean holds() throws Exception;
  }

  /// Waits; that a server is not there meanwhile is no failure.
  void await(String what, Condition condition) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!holds(condition)) {
      if (System.nanoTime() > end) {
        throw new AssertionError("waited in vain until %s%n%s".formatted(what, situation()));
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private static boolean holds(Condition condition) throws Exception {
    try {
      return condition.holds();
    } catch (SQLException | IOException | IndexOutOfBoundsException | NoSuchElementException away) {
      return false;
    } catch (AssayException e) {
      if (e.code() == ErrorCode.UNREACHABLE) {
        return false;
      }
      throw e;
    }
  }

  /// Whatever may explain a failure.
  String situation() {
    var text = new StringBuilder();
    try {
      text.append("jobs: ")
          .append(
              store.column(
                  "select id || ' ' || state || ' ' || attempt || ' ' || coalesce(state_reason, '') from job"))
          .append("\nattempts: ")
          .append(
              store.column(
                  "select run_id || ' ' || coalesce(outcome, 'open') || ' ' || coalesce(reason, '') from attempt"))
          .append('\n');
    } catch (Exception e) {
      text.append(e).append('\n');
    }
    tail(text, log());
    runners.forEach(runner -> tail(text, runner.log()));
    return text.toString();
  }

  private static void tail(StringBuilder text, Path log) {
    try {
      List<String> lines = Files.readAllLines(log);
      text.append("--- ").append(log.getFileName()).append('\n');
      lines
          .subList(Math.max(0, lines.size() - 40), lines.size())
          .forEach(line -> text.append(line).append('\n'));
    } catch (IOException e) {
      text.append(e).append('\n');
    }
  }

  void awaitState(String job, String state) throws Exception {
    await(
        "job %s is %s".formatted(job, state),
        () -> store.column("select state from job where id = ?", job).equals(List.of(state)));
  }

  void awaitEnd(String job) throws Exception {
    await(
        "job %s has ended".formatted(job),
        () ->
            store.count("select count(*) from job where id = ? and ended_at is not null", job)
                == 1);
  }

  /// Waits until the platform has so many cases of a job's newest attempt.
  void awaitCases(String job, int cases) throws Exception {
    await(
        "%d cases of job %s are there".formatted(cases, job),
        () ->
            store.count(
                    """
                    select count(*) from measured_case c join run r on r.key = c.run_key
                    join job j on j.key = r.job_key and j.attempt = r.attempt where j.id = ?
                    """,
                    job)
                >= cases);
  }

  /// Id of the newest run of a job.
  String run(String job) throws Exception {
    return store
        .column(
            "select run_id from attempt a join job j on j.key = a.job_key where j.id = ? order by a.attempt desc",
            job)
        .getFirst();
  }

  /// As if a minute had passed for the lease that goes with a run.
  void letLeasesRunOut(String run) throws Exception {
    store.execute(
        """
        update job set lease_end = now() - interval '1 second'
        where state = 'running' and id || '-' || attempt = '%s'
        """
            .formatted(run));
  }

  public void close() throws Exception {
    for (RunnerProcess runner : runners) {
      runner.close();
    }
    if (network != null) {
      network.close();
    }
    if (process != null) {
      process.destroy();
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    }
    for (Path disk : disks) {
      execute("umount", "--lazy", disk.toString());
    }
    new ProcessBuilder("rm", "-rf", "--one-file-system", folder.toString()).start().waitFor();
  }
}
