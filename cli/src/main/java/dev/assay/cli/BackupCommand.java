package dev.assay.cli;

import dev.assay.core.unit.DataSize;
import dev.assay.platform.PlatformDatabase;
import dev.assay.platform.blob.FolderBlobs;
import dev.assay.platform.operate.Backup;
import dev.assay.platform.operate.BackupManifest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// Writes all of a platform into a file.
@Command(
    name = "backup",
    mixinStandardHelpOptions = true,
    description =
        "Writes all that a platform has into one file, while it runs: the database as of one moment, and every blob that it names.",
    footer = {
      "",
      "The file holds hashes of passwords and tokens; keep it where only you can read it.",
      "",
      "Exit codes: 0 done; 1 written, but blobs that the database names are missing; 4 the machine",
      "is at fault."
    })
final class BackupCommand implements Callable<Integer> {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private final Wiring wiring;

  @Mixin private PlatformOptions options = new PlatformOptions();

  @Parameters(
      paramLabel = "DIR|FILE",
      description = "A folder, where the file gets a name with its time, or a new file.")
  Path target = Path.of("");

  BackupCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    ServeSettings settings = new SettingsReader(options, wiring).read(null, null);
    Path folder = settings.platform().folder();
    wiring.requirePlatform(folder, settings.platform().database());
    Path file = file();
    try (var database = PlatformDatabase.share(folder, settings.platform().database())) {
      var blobs = FolderBlobs.open(PlatformDatabase.blobs(folder), InstantSource.system());
      BackupManifest manifest =
          new Backup(database.address(), blobs, AssayVersion.current()).write(file);
      return show(manifest, file);
    }
  }

  private Path file() {
    return Files.isDirectory(target)
        ? target.resolve(
            "assay-%s.tar.zst".formatted(STAMP.format(InstantSource.system().instant())))
        : target.toAbsolutePath();
  }

  private int show(BackupManifest manifest, Path file) {
    wiring
        .terminal()
        .out()
        .println(
            "%s: %d rows of %d tables, %d blobs with %s, as of %s"
                .formatted(
                    file,
                    manifest.tables().stream().mapToLong(BackupManifest.TableCopy::rows).sum(),
                    manifest.tables().size(),
                    manifest.blobs(),
                    DataSize.ofBytes(manifest.blobBytes()),
                    manifest.takenAt()));
    for (String hash : manifest.missingBlobs()) {
      wiring.terminal().err().println("assay: the blob %s is missing".formatted(hash));
    }
    return manifest.missingBlobs().isEmpty() ? 0 : 1;
  }
}
