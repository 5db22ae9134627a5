package dev.assay.platform.webhook;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a delivery says. One of the parts is there, by the event; a ping has none.
///
/// @param at when it happened
/// @param platform its URL
record News(
    String event,
    Instant at,
    String platform,
    @Nullable OfRun run,
    @Nullable OfJob job,
    @Nullable OfRejudging rejudging,
    @Nullable OfStanding standing,
    @Nullable OfRunner runner,
    @Nullable OfReport report) {
  static News of(String event, Instant at, String platform) {
    return new News(event, at, platform, null, null, null, null, null, null);
  }

  News with(OfRun part) {
    return new News(event, at, platform, part, null, null, null, null, null);
  }

  News with(OfJob part) {
    return new News(event, at, platform, null, part, null, null, null, null);
  }

  News with(OfRejudging part) {
    return new News(event, at, platform, null, null, part, null, null, null);
  }

  News with(OfStanding part) {
    return new News(event, at, platform, null, null, null, part, null, null);
  }

  News with(OfRunner part) {
    return new News(event, at, platform, null, null, null, null, part, null);
  }

  News with(OfReport part) {
    return new News(event, at, platform, null, null, null, null, null, part);
  }

  /// An implementation.
  record Implementation(String id, String name) {}

  /// A run that was closed.
  ///
  /// @param commit of the submission
  /// @param points in the job's order, 200 at most
  record OfRun(
      String id,
      String url,
      String state,
      @Nullable String stateReason,
      String job,
      String submission,
      String commit,
      Implementation implementation,
      String benchmark,
      String version,
      String machineClass,
      List<Point> points) {
    OfRun {
      points = List.copyOf(points);
    }
  }

  /// A point's verdict.
  ///
  /// @param score absent where there is none
  record Point(
      String point, String outcome, String reason, boolean isSuspect, @Nullable Double score) {}

  /// A job that ended otherwise than `finished`.
  ///
  /// @param kind `measure` or `rejudge`
  /// @param submission absent for a job of none, and for who may not see it
  /// @param implementation absent for a job of none, and for who may not see it
  record OfJob(
      String id,
      String url,
      String kind,
      String state,
      @Nullable String stateReason,
      @Nullable String submission,
      @Nullable Implementation implementation,
      String benchmark,
      String version) {}

  /// Verdicts that a rejudging changed.
  ///
  /// @param changes of what the receiver may see, 200 at most
  /// @param changesAll how many there are
  record OfRejudging(
      String id, String benchmark, String version, List<Change> changes, int changesAll) {
    OfRejudging {
      changes = List.copyOf(changes);
    }
  }

  /// @param before outcome of the verdict that held; absent where there was none
  record Change(
      String run,
      String url,
      Implementation implementation,
      String point,
      @Nullable String before,
      String after) {}

  /// Standings that may not be what they were.
  ///
  /// @param cause `run`, `rejudging` or `decision`
  /// @param entries that came or changed, of what the receiver may see, 200 at most
  /// @param entriesAll how many there are
  record OfStanding(
      String benchmark,
      String version,
      String url,
      String cause,
      List<Entry> entries,
      int entriesAll) {
    OfStanding {
      entries = List.copyOf(entries);
    }
  }

  record Entry(String point, String machineClass, Implementation implementation, String run) {}

  /// A runner that was set aside.
  record OfRunner(String id, String name, String url, @Nullable String stateReason) {}

  /// A report that changed nothing.
  record OfReport(String run, String job, int attempt, String runner, String reason) {}
}
