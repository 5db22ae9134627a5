package dev.assay.platform.testkit;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.Platform;
import dev.assay.platform.PlatformDatabase;
import dev.assay.platform.blob.FolderBlobs;
import dev.assay.platform.operate.OperateSettings;
import dev.assay.platform.port.BundleArchives;
import dev.assay.platform.port.SolutionSources;
import dev.assay.platform.settings.PlatformSettings;
import dev.assay.platform.store.DatabaseAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A platform that has been used for a month, for looking at its pages: benchmarks with all that
/// can become of a submission, and the ugly cases. Ids and times are the same each time; what is
/// compared with real time (sessions, who was heard just now) is as of the start.
///
/// People: `olga` operates, `hana` and `henry` host, `ada`, `bo`, `chen`, `dmitri`, `eve` and
/// `gita` are authors; their password is `PASSWORD`.
public final class PageWorld implements AutoCloseable {
  /// Of every account.
  public static final String PASSWORD = StoryTables.PASSWORD;

  /// With a family of five points, two versions, three classes of machine, all kinds of entries.
  public static final String BENCHMARK = PageStory.POLYMUL;

  /// `henry`'s, which others do not see.
  public static final String PRIVATE = PageStory.PRIVATE;

  /// Without any run.
  public static final String UNTRIED = PageStory.UNTRIED;

  /// With 400 entries, some with names of 200 characters.
  public static final String CROWDED = PageStory.CROWDED;

  /// Nobody passes.
  public static final String ALL_FAILED = PageStory.ALL_FAILED;

  /// With a sample of one seed, where more is better.
  public static final String ONE_SEED = PageStory.ONE_SEED;

  /// With 100 points and runs of 2,000 cases.
  public static final String SWEEP = PageStory.SWEEP;

  /// Every text is unfriendly.
  public static final String HOSTILE = PageStory.HOSTILE;

  /// Encrypted; with entries that are ranked, joined, self-reported, refused, and one with every
  /// trouble.
  public static final String ENCRYPTED = PageStory.ENCRYPTED;

  /// Of whole programs; with entries that are right, that fell back, that fail.
  public static final String PROGRAMS = PageStory.PROGRAMS;

  /// The id of a token of `ada`'s.
  public static final String TOKEN = StoryTables.idOf("token 4laptop");

  /// The id of a webhook of `ada`'s, which is paused.
  public static final String WEBHOOK = StoryTables.idOf("webhook");

  /// The id of a delivery of that webhook.
  public static final String DELIVERY = StoryTables.idOf("delivery 2");

  private static final List<String> PEOPLE =
      List.of("olga", "hana", "henry", "ada", "bo", "chen", "dmitri", "eve", "gita", "rita");
  private static final OperateSettings OPERATE =
      new OperateSettings(null, 0, Duration.ofSeconds(1));

  private final Platform platform;

  private PageWorld(Platform platform) {
    this.platform = platform;
  }

  /// Starts one on an empty, migrated database.
  ///
  /// @param port 0 for any free one
  public static PageWorld start(int port, DatabaseAddress database, Path folder) {
    var blobs = FolderBlobs.open(PlatformDatabase.blobs(folder), InstantSource.system());
    try (var tables = new StoryTables(database)) {
      new PageStory(tables, blobs).tell();
      for (String name : PEOPLE) {
        long key = tables.key("select key from account where name = ?", name);
        tables.session(key, session(name));
        tables.loginLink(key, loginToken(name));
      }
    }
    return new PageWorld(
        Platform.start(
            settings(port, database, folder), OPERATE, new NoArchives(), new NoSources()));
  }

  /// Believes `X-Forwarded-For` of this machine, so that tests are not held to the rates of one
  /// address.
  private static PlatformSettings settings(int port, DatabaseAddress database, Path folder) {
    return new PlatformSettings(
        "127.0.0.1",
        port,
        null,
        folder,
        database,
        8,
        PlatformSettings.SourcePolicy.USUAL,
        PlatformSettings.Quotas.USUAL,
        PlatformSettings.Caps.USUAL,
        "0.1.0",
        List.of("127.0.0.1"));
  }

  /// The one that tests of this JVM share; they change nothing that others look at.
  public static PageWorld shared() {
    return Shared.WORLD;
  }

  private static final class Shared {
    static final PageWorld WORLD = start();

    private static PageWorld start() {
      try {
        var world =
            PageWorld.start(
                0, TestDatabase.freshAddress(), Files.createTempDirectory("assay-pages"));
        Runtime.getRuntime().addShutdownHook(new Thread(world::close));
        return world;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class NoArchives implements BundleArchives {
    @Override
    public PublishedBundle read(Path archive) {
      throw new AssayException(ErrorCode.BUNDLE_INVALID, "no archive is read here");
    }
  }

  private static final class NoSources implements SolutionSources {
    @Override
    public FrozenSolution fetch(String url, @Nullable String revision, String path) {
      throw new AssayException(ErrorCode.SOLUTION_INVALID, "nothing is fetched here");
    }

    @Override
    public FrozenSolution read(Path pack, String repository, String commit, String path) {
      throw new AssayException(ErrorCode.SOLUTION_INVALID, "nothing is read here");
    }
  }

  public Platform platform() {
    return platform;
  }

  /// Without a slash at the end.
  public String url() {
    return platform.url();
  }

  /// The value of the cookie `assay_session` of somebody who is logged in.
  ///
  /// @param account name
  public static String session(String account) {
    return "session-of-" + account;
  }

  private static String loginToken(String account) {
    return "login-of-" + account;
  }

  /// Good for one login.
  public String loginLink(String account) {
    return url() + "/login/" + loginToken(account);
  }

  /// The id of an implementation, as in `ntt-avx2`.
  public static String implementation(String benchmark, String name) {
    return PageStory.implementationId(benchmark, name);
  }

  /// The id of a submission.
  ///
  /// @param bundle as in `polymul/negacyclic@1.1.0`
  /// @param commit from 1
  public static String submission(String bundle, String name, int commit) {
    return PageStory.submissionId(bundle, name, commit, "");
  }

  /// The id of a submission's job.
  public static String job(String bundle, String name, int commit) {
    return PageStory.jobId(bundle, name, commit, "");
  }

  /// The id of its run on one of the usual machines.
  public static String run(String bundle, String name, int commit) {
    return PageStory.runId(bundle, name, commit, "");
  }

  /// The id of its run on another machine.
  ///
  /// @param runner `cloud-xeon-1` or `arm-1`
  public static String runElsewhere(String bundle, String name, int commit, String runner) {
    return PageStory.runId(bundle, name, commit, runner);
  }

  /// The id of an account.
  public static String account(String name) {
    return StoryTables.idOf("account " + name);
  }

  /// The id of a runner.
  public static String runner(String name) {
    return StoryTables.idOf("runner " + name);
  }

  @Override
  public void close() {
    platform.close();
  }
}
