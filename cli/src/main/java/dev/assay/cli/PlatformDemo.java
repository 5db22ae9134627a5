package dev.assay.cli;

import dev.assay.bundle.manifest.BundleManifest;
import dev.assay.bundle.manifest.SolutionManifest;
import dev.assay.cli.client.ApiClient;
import dev.assay.cli.client.Credentials;
import dev.assay.cli.view.ProgressLine;
import dev.assay.cli.view.StandingTable;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.bundle.BenchmarkView;
import dev.assay.platform.queue.RunnerRegistry.CodeRequest;
import dev.assay.platform.queue.RunnerRegistry.RunnerCode;
import dev.assay.platform.standing.StandingView;
import dev.assay.platform.submission.SubmissionReceipt;
import dev.assay.runner.source.FolderRepository;
import dev.assay.sandbox.disk.FolderTree;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Fills a new platform with the examples: publishes their bundles, starts one runner, submits the
/// solutions, and shows the standing. The runner goes on until this is closed.
final class PlatformDemo implements AutoCloseable {
  private static final String TOKEN_NAME = "serve --demo";

  private final Wiring wiring;
  private final ApiClient client;
  private final DemoPrograms programs;
  private final Path folder;
  private DemoPrograms.@Nullable Running runner;

  private PlatformDemo(Wiring wiring, Credentials.Login login, Path folder) {
    this.wiring = wiring;
    this.client = new ApiClient(login);
    this.programs =
        new DemoPrograms(
            wiring.programs(),
            wiring.root().resolve("assay"),
            login.platform(),
            String.valueOf(login.token()));
    this.folder = folder;
  }

  /// Logs in as the first operator.
  ///
  /// @param platform address of the platform, which is new
  /// @param link for the first operator's login; it is used up
  /// @param folder for a copy of the examples
  static PlatformDemo of(Wiring wiring, String platform, String link, Path folder) {
    var granted =
        new ApiClient(new Credentials.Login(platform, null))
            .post(
                "/api/v1/login-link",
                new LoginCommand.LinkLogin(link, TOKEN_NAME),
                LoginCommand.Granted.class);
    if (granted.token() == null) {
      throw new AssayException(
          ErrorCode.INTERNAL, "%s gave no token, though one was asked for.".formatted(platform));
    }
    return new PlatformDemo(
        wiring, new Credentials.Login(platform, granted.token().secret()), folder);
  }

  /// A new login link for the operator.
  record LoginLink(String url, java.time.Instant expiresAt) {}

  /// Nothing to say.
  record Nothing() {}

  void execute() {
    List<SubmissionReceipt> submitted = new ArrayList<>();
    try (var line = line()) {
      publish(line);
      startRunner(line);
      submit(line, submitted);
      follow(line, submitted);
    }
    showStandings();
    showLinks(submitted);
  }

  private ProgressLine line() {
    Terminal terminal = wiring.terminal();
    return ProgressLine.of(terminal.err(), terminal.isInteractive(), terminal.width());
  }

  private void publish(ProgressLine line) {
    List<Path> bundles = foldersWith(wiring.root().resolve("examples/bundles"), "bundle.toml");
    for (Path bundle : bundles) {
      line.stage("checking and publishing the bundle %s".formatted(bundle.getFileName()));
      String said = programs.require(_ -> {}, "bundle", "publish", bundle.toString());
      line.note(said.strip().lines().reduce("", (first, last) -> last));
    }
  }

  private void startRunner(ProgressLine line) {
    line.stage("starting a runner");
    var code =
        client.post("/api/v1/runner-codes", new CodeRequest(null, List.of()), RunnerCode.class);
    runner = programs.start(_ -> {}, "runner", "--code", code.code(), "--name", "demo");
  }

  private void submit(ProgressLine line, List<SubmissionReceipt> submitted) {
    Path repository = folder.resolve("examples");
    FolderTree.delete(repository);
    FolderRepository.make(wiring.root().resolve("examples/solutions"), repository);
    Set<String> images = publishedImages();
    for (Path solution : foldersWith(repository, SolutionManifest.FILE_NAME)) {
      String image = SolutionManifest.read(solution).image();
      if (!images.contains(image)) {
        line.note(
            "left out: %s, whose image %s is not published here"
                .formatted(solution.getFileName(), image));
        continue;
      }
      line.stage("submitting %s".formatted(solution.getFileName()));
      String json = programs.require(_ -> {}, "submit", solution.toString(), "--json");
      submitted.add(
          JsonCodec.read(
              json.getBytes(StandardCharsets.UTF_8), SubmissionReceipt.class, "the receipt"));
    }
  }

  /// Images come with the bundles that name them.
  private Set<String> publishedImages() {
    return foldersWith(wiring.root().resolve("examples/bundles"), "bundle.toml").stream()
        .map(bundle -> BundleManifest.read(bundle).image())
        .collect(Collectors.toSet());
  }

  private void follow(ProgressLine line, List<SubmissionReceipt> submitted) {
    for (SubmissionReceipt receipt : submitted) {
      var ended = new JobWatch(client, line).untilEnd(receipt.job());
      line.note(
          "%d of %d  %s: %s"
              .formatted(
                  submitted.indexOf(receipt) + 1,
                  submitted.size(),
                  receipt.name(),
                  ended.job().state().text()));
    }
  }

  private static List<Path> foldersWith(Path parent, String file) {
    try (var folders = Files.list(parent)) {
      return folders.filter(one -> Files.isRegularFile(one.resolve(file))).sorted().toList();
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The examples in %s could not be listed: %s".formatted(parent, e), e);
    }
  }

  private void showStandings() {
    for (Path bundle : foldersWith(wiring.root().resolve("examples/bundles"), "bundle.toml")) {
      String name = dev.assay.bundle.manifest.BundleManifest.read(bundle).name().text();
      String path = "/api/v1/benchmarks/" + name.replace('/', '~');
      var benchmark = client.get(path, BenchmarkView.class);
      String point = benchmark.spec().points().getLast().name();
      String asked = URLEncoder.encode(point, StandardCharsets.UTF_8);
      var standing = client.get(path + "/standings?point=" + asked, StandingView.class);
      wiring.terminal().out().println();
      wiring.terminal().out().println(StandingTable.of(standing, wiring.terminal().width()));
    }
  }

  private void showLinks(List<SubmissionReceipt> submitted) {
    var out = wiring.terminal().out();
    String root = client.platform();
    out.println();
    out.println("What fails here is meant to: linear-careless-cpp, and status-… for each status.");
    out.println();
    out.println("benchmarks  %s/api/v1/benchmarks".formatted(root));
    out.println("runs        %s/api/v1/runs".formatted(root));
    submitted.stream()
        .findFirst()
        .ifPresent(receipt ->
            out.println(
                "a job       %s/api/v1/jobs/%s".formatted(root, SafeText.oneLine(receipt.job()))));
    out.println("log in      assay login %s".formatted(link()));
    out.println();
    out.println("The platform and its runner go on until Ctrl-C.");
    out.flush();
  }

  private String link() {
    var me = client.get("/api/v1/account", AccountAnswer.class);
    return client
        .post(
            "/api/v1/accounts/%s/login-link".formatted(me.account().id()),
            new Nothing(),
            LoginLink.class)
        .url();
  }

  /// Who is logged in.
  record AccountAnswer(
      dev.assay.platform.account.AccountView account,
      List<dev.assay.platform.access.Scope> scopes,
      @Nullable String csrfToken) {}

  @Override
  public void close() {
    if (runner != null) {
      runner.close();
    }
  }
}
