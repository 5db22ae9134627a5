package dev.assay.runner.point;

import dev.assay.core.bundle.EncryptedMode;
import dev.assay.core.encrypted.EncryptedStage;
import dev.assay.core.run.CaseAttempt;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.EncryptedPoint;
import dev.assay.core.run.EncryptedPoint.EncryptedCase;
import dev.assay.core.run.StageClock;
import dev.assay.core.wire.ReportedResults;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an encrypted solution says of its stages that does all of them in one process: through the
/// harness, or in `results.json` of its own program.
final class JoinedStages {
  private JoinedStages() {}

  /// @param joined absent for a solution's own program
  /// @param processes of the harness, the first and its retries
  /// @param reported by a solution's own program; absent where there is none
  /// @param cases of the point
  static EncryptedPoint of(
      @Nullable JoinedSolution joined,
      List<Conversation.Outcome> processes,
      @Nullable ReportedResults reported,
      List<CaseResult> cases) {
    if (joined != null) {
      return new EncryptedPoint(
          EncryptedMode.JOINED,
          joined.config(),
          joined.security(),
          List.of(),
          null,
          processes.isEmpty() ? List.of() : once(processes.getFirst().readyClocks()),
          List.of(),
          cases.stream().map(one -> told(one, processes)).toList());
    }
    return new EncryptedPoint(
        EncryptedMode.SELF_REPORTED,
        null,
        null,
        List.of(),
        null,
        reported == null ? List.of() : reported.onceStages(),
        List.of(),
        cases.stream().map(one -> reported(one, reported)).toList());
  }

  private static List<StageClock> once(Map<String, BigDecimal> said) {
    var stages = new ArrayList<StageClock>();
    HarnessClocks.of(said)
        .forEach((name, nanos) ->
            EncryptedStage.find(name.replace('_', '-'))
                .filter(EncryptedStage::isOnce)
                .ifPresent(stage -> stages.add(new StageClock(stage.text(), nanos))));
    return List.copyOf(stages);
  }

  private static EncryptedCase told(CaseResult result, List<Conversation.Outcome> processes) {
    int attempt =
        result.attempts().stream()
            .filter(CaseAttempt::counts)
            .map(CaseAttempt::process)
            .findFirst()
            .orElse(0);
    Map<String, BigDecimal> said =
        attempt < processes.size()
            ? processes.get(attempt).clocks().getOrDefault(result.index(), Map.of())
            : Map.of();
    return new EncryptedCase(
        result.index(),
        attempt,
        null,
        ofCase(result.seconds(), HarnessClocks.of(said)),
        HarnessClocks.count(said, "ciphertexts_in"),
        HarnessClocks.count(said, "ciphertexts_out"),
        List.of(),
        List.of(),
        HarnessClocks.meters(said));
  }

  private static List<StageClock> ofCase(@Nullable Double seconds, Map<String, Long> clocks) {
    var stages = new ArrayList<StageClock>();
    for (EncryptedStage stage : EncryptedStage.values()) {
      Long nanos =
          stage.isMeasured()
              ? seconds == null ? null : Long.valueOf(Math.round(seconds * 1e9))
              : clocks.get(stage.text().replace('-', '_'));
      if (!stage.isOnce() && nanos != null && nanos >= 0) {
        stages.add(new StageClock(stage.text(), nanos));
      }
    }
    return List.copyOf(stages);
  }

  private static EncryptedCase reported(CaseResult result, @Nullable ReportedResults reported) {
    ReportedResults.Row row = reported == null ? null : reported.rows().get(result.index());
    ReportedResults.Stages stages = row == null ? ReportedResults.Stages.NONE : row.stages();
    return new EncryptedCase(
        result.index(),
        0,
        null,
        ofCase(result.seconds(), stages.nanos()),
        stages.ciphertextsIn(),
        stages.ciphertextsOut(),
        List.of(),
        List.of(),
        Map.of());
  }
}
