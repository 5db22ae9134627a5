package dev.assay.cli;

import dev.assay.platform.store.DatabaseAddress;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which platform is meant: its folder, its database, its settings. An option wins over the
/// environment, which wins over the file.
final class PlatformOptions {
  @Option(
      names = "--home",
      paramLabel = "DIR",
      description =
          "The platform's folder, for its database and blobs; without, the setting 'home', else the folder 'platform' in Assay's own.")
  @Nullable Path home;

  @Option(
      names = "--database",
      paramLabel = "URL",
      description =
          "An existing PostgreSQL 15 or newer instead of the platform's own: postgresql://USER:PASSWORD@HOST:PORT/DATABASE. Better in ASSAY_DATABASE or the file, since others can see arguments.")
  @Nullable String database;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Settings in TOML (docs/operating.md); an unknown key stops the start.")
  @Nullable Path config;

  Path folder(SettingsFile file, Wiring wiring) {
    Optional<Path> set = file.text("home").map(Path::of);
    Path folder =
        Optional.ofNullable(home).or(() -> set).orElseGet(() -> wiring.home().resolve("platform"));
    return folder.toAbsolutePath().normalize();
  }

  @Nullable DatabaseAddress address(SettingsFile file, Wiring wiring) {
    Optional<String> set = file.text("database");
    return Optional.ofNullable(database)
        .or(wiring::databaseUrl)
        .or(() -> set)
        .map(DatabaseAddress::parse)
        .orElse(null);
  }
}
