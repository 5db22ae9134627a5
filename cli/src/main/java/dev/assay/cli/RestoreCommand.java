package dev.assay.cli;

import dev.assay.platform.PlatformDatabase;
import dev.assay.platform.blob.FolderBlobs;
import dev.assay.platform.operate.BackupManifest;
import dev.assay.platform.operate.Restore;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// Reads a backup into a new platform.
@Command(
    name = "restore",
    mixinStandardHelpOptions = true,
    description =
        "Reads a backup into an empty database and an empty folder, and checks all of it against the backup's hashes.")
final class RestoreCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Mixin private PlatformOptions options = new PlatformOptions();

  @Parameters(paramLabel = "FILE", description = "What 'assay backup' has written.")
  Path file = Path.of("");

  RestoreCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    ServeSettings settings = new SettingsReader(options, wiring).read(null, null);
    Path folder = settings.platform().folder();
    Wiring.requireFile(file);
    try (var database = PlatformDatabase.open(folder, settings.platform().database())) {
      var blobs = FolderBlobs.open(PlatformDatabase.blobs(folder), InstantSource.system());
      BackupManifest manifest = new Restore(database.address(), blobs).read(file);
      wiring
          .terminal()
          .out()
          .println(
              "restored into %s: %d rows, %d blobs, as of %s"
                  .formatted(
                      folder,
                      manifest.tables().stream().mapToLong(BackupManifest.TableCopy::rows).sum(),
                      manifest.blobs(),
                      manifest.takenAt()));
      return 0;
    }
  }
}
