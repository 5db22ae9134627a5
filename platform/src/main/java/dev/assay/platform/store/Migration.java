package dev.assay.platform.store;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.sql.Connection;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/// Brings the schema of a database up to date. Steps go forward only, each in a transaction; while
/// one process takes them, others wait.
public final class Migration {
  /// The newest step that this Assay knows, `V1__….sql` and so on.
  public static final int NEWEST = 1;

  private final DatabaseAddress address;

  private Migration(DatabaseAddress address) {
    this.address = address;
  }

  public static Migration of(DatabaseAddress address) {
    return new Migration(address);
  }

  /// Takes all steps that are due.
  ///
  /// @throws AssayException `MACHINE_UNFIT` when the database has steps that this Assay does not
  ///   know, since a newer one has used it
  public void toNewest() {
    to(NEWEST);
  }

  /// As `toNewest`, and stops after a step.
  public void to(int step) {
    int present = version();
    if (present > NEWEST) {
      throw new AssayException(
          ErrorCode.MACHINE_UNFIT,
          "The database %s has schema %d, and this Assay knows schemas up to %d: a newer Assay has used it. Start that one, or restore a backup from before."
              .formatted(address, present, NEWEST));
    }
    if (present < step) {
      migrate(step);
    }
  }

  private void migrate(int step) {
    try {
      flyway().target(MigrationVersion.fromVersion(Integer.toString(step))).load().migrate();
    } catch (FlywayException e) {
      throw new AssayException(
          ErrorCode.MACHINE_UNFIT,
          "The database %s could not be brought up to date: %s"
              .formatted(address, String.valueOf(e.getMessage()).strip().replaceAll("\\s+", " ")),
          e);
    }
  }

  private FluentConfiguration flyway() {
    return Flyway.configure()
        .dataSource(address.url(), address.user(), address.password())
        .locations("classpath:db/migration");
  }

  /// The step that the database has taken last; 0 when it is new.
  public int version() {
    try (Connection connection = Database.connect(address, "assay migration")) {
      return SchemaRepository.version(connection);
    } catch (SQLException e) {
      throw DatabaseFailures.ofOpening(address, e);
    }
  }
}
