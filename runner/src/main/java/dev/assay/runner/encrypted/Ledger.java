package dev.assay.runner.encrypted;

import dev.assay.core.run.CaseAttempt;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.EncryptedPoint.Blob;
import dev.assay.core.run.EncryptedPoint.EncryptedCase;
import dev.assay.core.run.StageClock;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is known of the cases of a point beside their results.
final class Ledger {
  /// What is clocked of a case, in its order.
  enum Clock {
    ENCODE("encode"),
    ENCRYPT("encrypt"),
    SAVE("save"),
    LOAD("load"),
    RUN("run"),
    SAVE_ANSWER("save-answer"),
    LOAD_ANSWER("load-answer"),
    DECRYPT("decrypt"),
    DECODE("decode");

    private final String text;

    Clock(String text) {
      this.text = text;
    }
  }

  /// One case, by the attempt of the server.
  private record Key(int index, int attempt) {}

  private static final class Entry {
    private final EnumMap<Clock, Long> clocks = new EnumMap<>(Clock.class);
    private @Nullable Integer count;
    private List<Blob> blobs = List.of();
    private Map<String, BigDecimal> meters = Map.of();
    private @Nullable String failedStage;
  }

  /// What comes before the server, the same for all of its attempts.
  private final Map<Integer, Entry> before = new HashMap<>();

  private final Map<Key, Entry> served = new HashMap<>();

  private Entry before(int index) {
    return before.computeIfAbsent(index, _ -> new Entry());
  }

  private Entry served(int index, int attempt) {
    return served.computeIfAbsent(new Key(index, attempt), _ -> new Entry());
  }

  void clockBefore(int index, Clock clock, long nanos) {
    before(index).clocks.put(clock, nanos);
  }

  void failBefore(int index, String stage) {
    before(index).failedStage = stage;
  }

  void sent(int index, NumberedFiles.Taken taken) {
    before(index).count = taken.count();
    before(index).blobs = taken.blobs();
  }

  void clock(int index, int attempt, Clock clock, long nanos) {
    served(index, attempt).clocks.put(clock, nanos);
  }

  void fail(int index, int attempt, String stage) {
    served(index, attempt).failedStage = stage;
  }

  void returned(int index, int attempt, NumberedFiles.Taken taken) {
    served(index, attempt).count = taken.count();
    served(index, attempt).blobs = taken.blobs();
  }

  void meters(int index, int attempt, Map<String, BigDecimal> meters) {
    served(index, attempt).meters = meters;
  }

  List<Blob> sent(int index) {
    return before(index).blobs;
  }

  List<Blob> returned(int index, int attempt) {
    return served(index, attempt).blobs;
  }

  /// A clock of a case; 0 when it is not known.
  long nanos(int index, int attempt, Clock clock) {
    Long early = before(index).clocks.get(clock);
    return early == null ? served(index, attempt).clocks.getOrDefault(clock, 0L) : early;
  }

  /// All that is known of the attempt that counts.
  EncryptedCase caseOf(CaseResult result) {
    int attempt =
        result.attempts().stream()
            .filter(CaseAttempt::counts)
            .map(CaseAttempt::process)
            .findFirst()
            .orElse(0);
    Entry early = before(result.index());
    Entry late = served(result.index(), attempt);
    var clocks = new EnumMap<Clock, Long>(early.clocks);
    clocks.putAll(late.clocks);
    var stages = new ArrayList<StageClock>();
    clocks.forEach((clock, nanos) -> stages.add(new StageClock(clock.text, nanos)));
    return new EncryptedCase(
        result.index(),
        attempt,
        early.failedStage == null ? late.failedStage : early.failedStage,
        stages,
        early.count,
        late.count,
        early.blobs,
        late.blobs,
        late.meters);
  }
}
