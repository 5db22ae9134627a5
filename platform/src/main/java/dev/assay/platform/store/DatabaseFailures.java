package dev.assay.platform.store;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What failures of the database mean. States are PostgreSQL's (its manual, appendix A).
public final class DatabaseFailures {
  private DatabaseFailures() {}

  /// The failure as the platform says it, when a state of the database is behind it that an
  /// operator can mend: a full disk, a database that is away. Empty for all else.
  public static Optional<AssayException> explain(Throwable failure) {
    SQLException found = find(failure);
    return found == null ? Optional.empty() : Optional.ofNullable(explain(found));
  }

  private static @Nullable SQLException find(@Nullable Throwable failure) {
    Throwable at = failure;
    while (at != null && !(at instanceof SQLException)) {
      at = at.getCause();
    }
    return (SQLException) at;
  }

  private static @Nullable AssayException explain(SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    if (state.equals("53100")) {
      return new AssayException(
          ErrorCode.DISK_FULL,
          "The database's disk is full; nothing was stored. The operator has to make room.",
          e);
    }
    boolean isAway =
        state.startsWith("08")
            || state.startsWith("57P")
            || state.equals("53300")
            || e instanceof java.sql.SQLTransientConnectionException;
    return isAway
        ? new AssayException(
            ErrorCode.UNREACHABLE,
            "The platform's database cannot be reached at this moment; try again in a few seconds.",
            e)
        : null;
  }

  /// Why a first connection failed.
  static AssayException ofOpening(DatabaseAddress address, SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    String what =
        switch (state) {
          case "28P01", "28000" ->
              "it does not accept the user or the password; check both in the setting 'database' and in pg_hba.conf";
          case "3D000" -> "there is no such database; make it with: createdb";
          case "42501" ->
              "the user may not do that; make it the owner of the database: alter database … owner to …";
          case "53300" -> "it has no connection free; raise its max_connections";
          case "57P03" -> "it is just starting or recovering; start the platform again in a moment";
          case "08001", "08004", "08006" ->
              "it cannot be reached there; check host and port, whether it listens, and firewalls between";
          default -> "it refused";
        };
    return new AssayException(
        state.startsWith("08") || state.equals("57P03")
            ? ErrorCode.UNREACHABLE
            : ErrorCode.MACHINE_UNFIT,
        "The database %s could not be opened: %s (%s: %s)."
            .formatted(address, what, state.isEmpty() ? "no state" : state, e.getMessage()),
        e);
  }
}
