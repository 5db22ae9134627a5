package dev.assay.platform.queue;

import dev.assay.core.protocol.Progress;
import dev.assay.platform.access.Caller;
import dev.assay.platform.http.Page;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/// The queue as everybody may look at it: what waits and why, what is measured, what ended. Jobs
/// that the caller may not see are not there, but count in the places of others.
public final class QueueBoard {
  private static final int MOST_NAMED = 3;

  private final Jdbi jdbi;
  private final QueueBoardRepository board = new QueueBoardRepository();
  private final RunnerRepository runners = new RunnerRepository();

  public QueueBoard(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /// How many jobs there are, private ones too.
  public record Counts(int waiting, int running) {}

  /// A job that waits.
  ///
  /// @param place in the order in which a single runner would take what is queued now, from 1
  /// @param chances which runners can take it
  public record Waiting(JobSummary job, int place, Instant since, Chances chances) {}

  /// Who can take a job.
  ///
  /// @param able active runners that have what it asks for
  /// @param free those of them that were heard in the last minute and have nothing to do
  /// @param away those of them that were not heard in the last minute
  /// @param named some of them by name, free ones first
  /// @param blockers why no registered runner can ever take it; empty when one can
  public record Chances(int able, int free, int away, List<String> named, List<String> blockers) {
    public Chances {
      named = List.copyOf(named);
      blockers = List.copyOf(blockers);
    }

    /// A word for it: `blocked`, `set-aside` when only runners that are set aside could, `away`,
    /// `busy` or `free`.
    public String text() {
      if (able == 0) {
        return blockers.isEmpty() ? "set-aside" : "blocked";
      }
      if (free > 0) {
        return "free";
      }
      return away == able ? "away" : "busy";
    }
  }

  /// A job that a runner is at work on.
  ///
  /// @param run absent before its run is opened
  /// @param runner id
  /// @param since when the runner took it
  /// @param progress absent before the runner said something
  public record Measured(
      JobSummary job,
      @Nullable String run,
      String runner,
      String runnerName,
      Instant since,
      @Nullable Progress progress) {}

  /// A job that has ended.
  ///
  /// @param run the newest; absent when none was opened
  public record Ended(JobSummary job, @Nullable String run, Instant at) {}

  /// Where a page of what ended begins: what ended before it.
  public record EndedBefore(Instant at, long key) {
    /// Before everything.
    public static EndedBefore first(Instant now) {
      return new EndedBefore(now.plus(1, ChronoUnit.DAYS), Long.MAX_VALUE);
    }
  }

  /// @param next absent on the last page
  public record EndedPage(List<Ended> items, @Nullable EndedBefore next) {
    public EndedPage {
      items = List.copyOf(items);
    }
  }

  public Counts counts() {
    return jdbi.withHandle(board::counts);
  }

  /// Jobs that wait, in the order of their places; one more than `limit` when there are more.
  ///
  /// @param after place that they are behind; 0 for the first
  public List<Waiting> waiting(Caller caller, int after, int limit) {
    return jdbi.withHandle(handle -> {
      Map<Demand, Chances> known = new HashMap<>();
      return board.waiting(handle, caller, after, limit + 1).stream()
          .map(row ->
              new Waiting(
                  row.job(),
                  row.place(),
                  row.queuedAt(),
                  known.computeIfAbsent(row.demand(), demand -> chances(handle, demand))))
          .toList();
    });
  }

  private Chances chances(Handle handle, Demand demand) {
    List<QueueBoardRepository.Taker> takers = board.takers(handle, demand);
    List<String> free =
        takers.stream()
            .filter(taker -> taker.isHeard() && taker.isFree())
            .map(QueueBoardRepository.Taker::name)
            .toList();
    List<String> named =
        free.isEmpty() ? takers.stream().map(QueueBoardRepository.Taker::name).toList() : free;
    return new Chances(
        takers.size(),
        free.size(),
        (int) takers.stream().filter(taker -> !taker.isHeard()).count(),
        named.stream().limit(MOST_NAMED).toList(),
        takers.isEmpty() ? Blockers.of(demand, runners.offers(handle)) : List.of());
  }

  /// Jobs that are measured now, newest first.
  public Page<Measured> running(Caller caller, long below, int limit) {
    return Page.of(
        jdbi.withHandle(handle -> board.running(handle, caller, below, limit + 1)),
        limit,
        QueueBoardRepository.RunningRow::key,
        QueueBoardRepository.RunningRow::measured);
  }

  /// Jobs that have ended, the last first.
  public EndedPage ended(Caller caller, EndedBefore before, int limit) {
    var rows =
        jdbi.withHandle(
            handle -> board.ended(handle, caller, before.at(), before.key(), limit + 1));
    var shown = rows.size() > limit ? rows.subList(0, limit) : rows;
    return new EndedPage(
        shown.stream().map(QueueBoardRepository.EndedRow::ended).toList(),
        rows.size() > limit
            ? new EndedBefore(shown.getLast().ended().at(), shown.getLast().key())
            : null);
  }
}
