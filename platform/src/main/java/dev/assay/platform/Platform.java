package dev.assay.platform;

import dev.assay.core.unit.DataSize;
import dev.assay.platform.blob.FolderBlobs;
import dev.assay.platform.http.HttpServer;
import dev.assay.platform.http.Route;
import dev.assay.platform.operate.OperateSettings;
import dev.assay.platform.port.BundleArchives;
import dev.assay.platform.port.SolutionSources;
import dev.assay.platform.settings.PlatformSettings;
import dev.assay.platform.store.Database;
import dev.assay.platform.store.Notices;
import dev.assay.platform.store.PostgresNotices;
import java.io.IOException;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A platform that serves. Closing it stops in the opposite order of starting: requests first, the
/// database last.
public final class Platform implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Platform.class);

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final PlatformSettings settings;
  private @Nullable PlatformDatabase postgres;
  private @Nullable PlatformWiring wiring;
  private @Nullable HttpServer server;

  private Platform(PlatformSettings settings) {
    this.settings = settings;
  }

  /// Starts a platform; it answers when this returns.
  ///
  /// @throws dev.assay.core.error.AssayException with what is in the way: `CONFLICT` when another
  ///   process uses the folder, `UNREACHABLE` or `MACHINE_UNFIT` for a database, `DISK_FULL`
  public static Platform start(
      PlatformSettings settings,
      OperateSettings operate,
      BundleArchives archives,
      SolutionSources sources) {
    var platform = new Platform(settings);
    try {
      platform.open(operate, archives, sources);
      return platform;
    } catch (RuntimeException e) {
      platform.close();
      throw e;
    }
  }

  private void open(OperateSettings operate, BundleArchives archives, SolutionSources sources) {
    PlatformDatabase opened = opened(PlatformDatabase.open(settings.folder(), settings.database()));
    postgres = opened;
    FolderBlobs blobs =
        FolderBlobs.open(PlatformDatabase.blobs(settings.folder()), InstantSource.system());
    var database = opened(Database.open(opened.address(), settings.connections()));
    var notices =
        opened(PostgresNotices.open(opened.address(), List.of(Notices.QUEUE, Notices.JOB)));
    var ports = new PlatformWiring.Ports(archives, sources);
    var graph =
        new PlatformWiring(
            settings, operate, database, notices, blobs, ports, new SecureRandom(), this::url);
    wiring = graph;
    graph.background().forEach(this::opened);
    server = opened(graph.startServer());
    // Requests that wait for a job or an event end first.
    opened(graph.waiting());
  }

  private <T extends AutoCloseable> T opened(T part) {
    parts.push(part);
    return part;
  }

  public int port() {
    return Objects.requireNonNull(server).port();
  }

  /// How people and runners reach it, without a slash at the end.
  public String url() {
    String given = settings.publicUrl();
    return given == null ? "http://%s:%d".formatted(shownHost(), port()) : given;
  }

  /// The database in words, without its password.
  public String databaseText() {
    PlatformDatabase opened = Objects.requireNonNull(postgres);
    return opened.isOwn()
        ? "PostgreSQL of its own, %s".formatted(settings.folder().resolve("postgres"))
        : opened.address().toString();
  }

  /// Room for blobs in words.
  public String roomText() {
    try {
      return DataSize.ofBytes(Files.getFileStore(settings.folder()).getUsableSpace()).toString();
    } catch (IOException e) {
      return "unknown";
    }
  }

  private String shownHost() {
    return switch (settings.host()) {
      case "0.0.0.0", "::" -> "127.0.0.1";
      default -> settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
    };
  }

  /// A link for the first operator; empty once one has logged in.
  public Optional<String> firstLoginLink() {
    return wiring().accounts().firstLoginLink();
  }

  /// All that its API answers.
  List<Route> routes() {
    return Objects.requireNonNull(server).routes();
  }

  /// All of its pages.
  List<Route> pages() {
    return Objects.requireNonNull(server).pages();
  }

  private PlatformWiring wiring() {
    return Objects.requireNonNull(wiring);
  }

  /// Takes up to the operator's grace for requests that are under way.
  @Override
  public void close() {
    while (!parts.isEmpty()) {
      AutoCloseable part = parts.pop();
      try {
        part.close();
      } catch (Exception e) {
        LOG.warn("{} did not close well", part.getClass().getSimpleName(), e);
      }
    }
  }
}
