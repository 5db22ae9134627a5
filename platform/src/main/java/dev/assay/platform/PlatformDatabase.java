package dev.assay.platform;

import dev.assay.platform.postgres.EmbeddedServer;
import dev.assay.platform.store.DatabaseAddress;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The PostgreSQL that a platform uses: its own, which lives as long as this, or an existing one.
public final class PlatformDatabase implements AutoCloseable {
  private final DatabaseAddress address;
  private final @Nullable EmbeddedServer own;

  private PlatformDatabase(DatabaseAddress address, @Nullable EmbeddedServer own) {
    this.address = address;
    this.own = own;
  }

  /// @param folder of the platform
  /// @param existing absent: the platform's own is started
  public static PlatformDatabase open(Path folder, @Nullable DatabaseAddress existing) {
    if (existing != null) {
      return new PlatformDatabase(existing, null);
    }
    var own = EmbeddedServer.start(postgres(folder));
    return new PlatformDatabase(own.address(), own);
  }

  /// As `open`, but takes the platform's own as it runs for another process.
  public static PlatformDatabase share(Path folder, @Nullable DatabaseAddress existing) {
    Optional<DatabaseAddress> running =
        existing == null ? EmbeddedServer.findRunning(postgres(folder)) : Optional.of(existing);
    return running
        .map(address -> new PlatformDatabase(address, null))
        .orElseGet(() -> open(folder, null));
  }

  private static Path postgres(Path folder) {
    return folder.resolve("postgres");
  }

  /// Where the blobs lie.
  public static Path blobs(Path folder) {
    return folder.resolve("blobs");
  }

  public DatabaseAddress address() {
    return address;
  }

  /// Whether it is the platform's own.
  public boolean isOwn() {
    return own != null;
  }

  @Override
  public void close() {
    if (own != null) {
      own.close();
    }
  }
}
