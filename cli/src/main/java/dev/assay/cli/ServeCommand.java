package dev.assay.cli;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.Platform;
import dev.assay.runner.job.StateFolder;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Runs a platform until it is told to stop.
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description =
        "Runs a platform on this machine: its own PostgreSQL, a folder for blobs, pages, an API.",
    footer = {
      "",
      "Ctrl-C or SIGTERM stops it: requests in flight end, then the database is stopped.",
      "The log goes to standard error, one JSON object per line.",
      "",
      "Examples:",
      "  assay serve",
      "  assay serve --demo",
      "  assay serve --listen 0.0.0.0:8080 --public-url https://assay.example.org",
      "  assay serve --config /etc/assay/platform.toml"
    })
final class ServeCommand implements Callable<Integer> {
  /// Any free port, so that a demo is in nobody's way.
  private static final String FREE = "127.0.0.1:0";

  private final Wiring wiring;

  @Mixin private PlatformOptions options = new PlatformOptions();

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = "Where to listen; port 0 for any free one (default: 127.0.0.1:8080).")
  @Nullable String listen;

  @Option(
      names = "--public-url",
      paramLabel = "URL",
      description = "How people and runners reach it, behind a proxy for example.")
  @Nullable String publicUrl;

  @Option(
      names = "--until-ready",
      hidden = true,
      description = "Stop once it answers: for the cache of classes that ./assay makes.")
  boolean untilReady;

  @Option(
      names = "--demo",
      description =
          "A new platform in a folder of its own with one runner on this machine, the examples published and submitted. It is gone when it ends.")
  boolean demo;

  ServeCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() throws InterruptedException {
    return demo ? demo() : serve();
  }

  private int serve() throws InterruptedException {
    ServeSettings settings = new SettingsReader(options, wiring).read(listen, publicUrl);
    try (Platform platform = wiring.startPlatform(settings)) {
      greet(platform, settings);
      if (untilReady) {
        return 0;
      }
      wiring.awaitStop();
      wiring.terminal().err().println("assay: stopping …");
    }
    return 0;
  }

  private int demo() throws InterruptedException {
    if (options.home != null) {
      throw new AssayException(
          ErrorCode.USAGE,
          "--demo makes a platform in a folder of its own, which is gone when it ends: leave out --home %s, or --demo."
              .formatted(options.home));
    }
    wiring.setUp(true);
    wiring.requireCoreImage();
    try (var folder = StateFolder.create(wiring.home(), "demo")) {
      options.home = folder.path().resolve("platform");
      ServeSettings settings =
          new SettingsReader(options, wiring).read(listen == null ? FREE : listen, publicUrl);
      try (Platform platform = wiring.startPlatform(settings);
          PlatformDemo shown =
              PlatformDemo.of(
                  wiring, platform.url(), platform.firstLoginLink().orElseThrow(), folder.path())) {
        greet(platform, settings);
        Thread work = Thread.ofPlatform().name("demo").start(() -> show(shown));
        wiring.awaitStop();
        wiring.terminal().err().println("assay: stopping …");
        work.interrupt();
        work.join();
      }
    }
    return 0;
  }

  private void show(PlatformDemo shown) {
    try {
      shown.execute();
    } catch (AssayException e) {
      if (e.code() != ErrorCode.CANCELLED) {
        wiring.terminal().err().println("assay: the demo broke off: " + e.getMessage());
      }
    }
  }

  private void greet(Platform platform, ServeSettings settings) {
    var out = wiring.terminal().out();
    out.println("Assay %s serves %s".formatted(AssayVersion.current(), platform.url()));
    out.println("  folder    %s".formatted(settings.platform().folder()));
    out.println("  database  %s".formatted(platform.databaseText()));
    out.println("  room      %s for blobs".formatted(platform.roomText()));
    platform
        .firstLoginLink()
        .ifPresent(link -> {
          out.println();
          out.println(
              "No operator has logged in yet. This link is good for one login within a day:");
          out.println("  " + link);
          out.println("for a browser, or for the command line: assay login LINK");
        });
    out.flush();
  }
}
