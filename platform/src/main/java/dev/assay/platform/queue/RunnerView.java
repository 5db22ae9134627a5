package dev.assay.platform.queue;

import dev.assay.core.run.Machine;
import dev.assay.core.wire.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A runner, as people see it.
///
/// @param state `active`, `set-aside` or `retired`
/// @param stateReason why it was set aside or retired; shown to operators only
/// @param faultsInRow attempts that it lost or gave up since it last finished one
/// @param activity `idle`, `unfit`, `at-work`, or `away` when it was not heard for a minute
/// @param activityDetail why it is unfit, shown to operators only; absent otherwise
/// @param job that it is at work on; shown to operators only
/// @param findings what an operator should look at; empty for others
/// @param lastSeenAt absent before the first handshake
/// @param description absent before the first handshake
public record RunnerView(
    String id,
    String name,
    String pool,
    List<String> labels,
    String state,
    @Nullable String stateReason,
    int faultsInRow,
    String activity,
    @Nullable String activityDetail,
    @Nullable String job,
    List<String> findings,
    Instant registeredAt,
    @Nullable Instant lastSeenAt,
    @Nullable Description description) {
  private static final Duration MOST_CLOCK_OFFSET = Duration.ofSeconds(5);

  public RunnerView {
    labels = List.copyOf(labels);
    findings = List.copyOf(findings);
  }

  /// What the newest handshake said.
  ///
  /// @param cores that a job can be granted
  /// @param memoryBytes that a job can be granted
  /// @param images digests that are there
  /// @param clockOffsetMillis of its clock from the platform's, above zero when it is ahead; the
  ///   way of the message is in it
  public record Description(
      int protocol,
      String version,
      Machine machine,
      int cores,
      long memoryBytes,
      int gpu,
      List<String> images,
      long clockOffsetMillis,
      Instant describedAt) {
    public Description {
      images = List.copyOf(images);
    }
  }

  /// What the platform itself knows of it.
  record Facts(
      String id,
      String name,
      String pool,
      List<String> labels,
      String state,
      @Nullable String stateReason,
      int faultsInRow,
      Instant registeredAt) {}

  static RunnerView of(
      Facts facts,
      boolean isHeard,
      @Nullable String unfit,
      @Nullable String job,
      @Nullable Instant lastSeenAt,
      @Nullable Description description) {
    String activity = activity(isHeard, unfit, job);
    return new RunnerView(
        facts.id(),
        facts.name(),
        facts.pool(),
        facts.labels(),
        facts.state(),
        facts.stateReason(),
        facts.faultsInRow(),
        activity,
        activity.equals("unfit") ? unfit : null,
        job,
        description == null ? List.of() : findings(description),
        facts.registeredAt(),
        lastSeenAt,
        description);
  }

  private static String activity(boolean isHeard, @Nullable String unfit, @Nullable String job) {
    if (!isHeard) {
      return "away";
    }
    if (job != null) {
      return "at-work";
    }
    return unfit == null ? "idle" : "unfit";
  }

  private static List<String> findings(Description description) {
    Duration offset = Duration.ofMillis(description.clockOffsetMillis());
    if (offset.abs().compareTo(MOST_CLOCK_OFFSET) <= 0) {
      return List.of();
    }
    return List.of(
        String.format(
            Locale.ROOT,
            "Its clock is %.1f s %s the platform's. Leases do not depend on it, but times in its runs do; let a time service set it.",
            offset.abs().toMillis() / 1000.0,
            offset.isNegative() ? "behind" : "ahead of"));
  }

  /// For those who are not operators: without what may name jobs, folders or people.
  RunnerView forEverybody() {
    return new RunnerView(
        id,
        name,
        pool,
        labels,
        state,
        null,
        faultsInRow,
        activity,
        null,
        null,
        List.of(),
        registeredAt,
        lastSeenAt,
        description);
  }

  static Machine machine(String json) {
    return JsonCodec.read(
        json.getBytes(StandardCharsets.UTF_8), Machine.class, "a runner's machine");
  }
}
