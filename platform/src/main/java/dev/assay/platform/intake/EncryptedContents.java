package dev.assay.platform.intake;

import dev.assay.core.bundle.EncryptedMode;
import dev.assay.core.encrypted.EncryptedPart;
import dev.assay.core.encrypted.EncryptedStage;
import dev.assay.core.encrypted.SecurityTable;
import dev.assay.core.job.Job;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.EncryptedPoint;
import dev.assay.core.run.EncryptedPoint.Blob;
import dev.assay.core.run.EncryptedPoint.EncryptedCase;
import dev.assay.core.run.EncryptedPoint.Security;
import dev.assay.core.run.EncryptedPoint.StageProcess;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.StageClock;
import dev.assay.core.text.SafeText;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Holds what a runner says of an encrypted point against the plan and against itself.
final class EncryptedContents {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,127}");
  private static final Pattern METER = Pattern.compile("[a-z_]{1,32}");

  /// An author's process may name clocks that nobody knows; they are kept, and folded by nobody.
  private static final Pattern STAGE = Pattern.compile("[a-z][a-z0-9-]{0,39}");

  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
  private static final int MOST_CONFIG = 64 << 10;
  private static final int MOST_KEYS = 1_000;
  private static final int MOST_CIPHERTEXTS = 4_096;
  private static final int MOST_METERS = 8;
  private static final int MOST_DIGITS = 40;

  /// Client, server, and the check with what was sent.
  private static final int MOST_PROCESSES_EACH = 8;

  private final Job job;
  private @Nullable String fault;

  private EncryptedContents(Job job) {
    this.job = job;
  }

  /// What does not fit, in words; empty when all does.
  static Optional<String> findFault(Job job, PointResult point) {
    var contents = new EncryptedContents(job);
    contents.check(point);
    return Optional.ofNullable(contents.fault);
  }

  private void check(PointResult point) {
    Job.EncryptedPlan plan = job.encrypted();
    EncryptedPoint told = point.encrypted();
    if (plan == null || told == null) {
      require(
          told == null, "it tells of ciphertexts, and the plan is not of an encrypted solution");
      require(
          plan == null || point.cases().isEmpty() || isFaultOfOthers(point),
          "cases of an encrypted solution came without their stages");
      return;
    }
    require(
        told.mode() == plan.mode(),
        "it was executed %s, the plan says %s".formatted(told.mode().text(), plan.mode().text()));
    String config = told.config();
    require(
        config == null || (config.length() <= MOST_CONFIG && config.indexOf('\0') < 0),
        "its config has more than %d characters, or a NUL among them".formatted(MOST_CONFIG));
    checkSecurity(plan, told.security());
    checkBlobs("keys", told.keys(), MOST_KEYS);
    Long secret = told.secretKeyBytes();
    require(secret == null || secret >= 0, "its secret key has %d bytes".formatted(secret));
    checkStages(told.stages(), true);
    checkProcesses(told.processes());
    checkCases(point, told);
  }

  private static boolean isFaultOfOthers(PointResult point) {
    return point.bundleError() != null || point.platformError() != null;
  }

  private void checkSecurity(Job.EncryptedPlan plan, @Nullable Security told) {
    if (told == null) {
      require(
          plan.mode() == EncryptedMode.SELF_REPORTED,
          "its parameters were not held against the table of the standard");
      return;
    }
    int allowed = SecurityTable.mostModulusBits(told.ringDegree(), plan.securityBits()).orElse(-1);
    require(
        told.requiredBits() == plan.securityBits(),
        "it asks for %d bits of security, the plan for %d"
            .formatted(told.requiredBits(), plan.securityBits()));
    require(
        told.mostModulusBits() == allowed
            && told.modulusBits() > 0
            && told.modulusBits() <= allowed
            && SecurityTable.reached(told.ringDegree(), told.modulusBits())
                .filter(reached -> reached == told.reachedBits())
                .isPresent(),
        "the table of the standard says something else of %d bits of modulus at ring degree %d"
            .formatted(told.modulusBits(), told.ringDegree()));
  }

  private void checkBlobs(String what, List<Blob> blobs, int most) {
    require(
        blobs.size() <= most,
        "%d %s, of which %d are the most".formatted(blobs.size(), what, most));
    Set<String> names = new HashSet<>();
    for (Blob one : blobs) {
      require(
          NAME.matcher(one.name()).matches() && names.add(one.name()),
          "no file, or two, among its %s can be called '%s'"
              .formatted(what, SafeText.shown(one.name())));
      require(
          one.bytes() >= 0 && HASH.matcher(one.sha256()).matches(),
          "'%s' among its %s has %d bytes of hash '%s'"
              .formatted(
                  SafeText.shown(one.name()), what, one.bytes(), SafeText.shown(one.sha256())));
    }
  }

  private void checkStages(List<StageClock> stages, boolean isOnce) {
    // Keys are loaded twice, so a stage may occur as often as there are parts that do it.
    require(
        stages.size() <= 2 * EncryptedStage.values().length,
        "%d clocks, more than there are stages".formatted(stages.size()));
    for (StageClock one : stages) {
      require(
          STAGE.matcher(one.stage()).matches(),
          "no stage can be called '%s'".formatted(SafeText.shown(one.stage())));
      require(
          one.wallNanos() >= 0,
          "the stage %s took less than no time".formatted(SafeText.shown(one.stage())));
    }
    if (!isOnce) {
      require(
          stages.stream().map(StageClock::stage).distinct().count() == stages.size(),
          "a stage of a case has two clocks");
    }
  }

  private int mostAttempts() {
    return job.retryDisturbed() == null ? 0 : job.retryDisturbed();
  }

  private void checkProcesses(List<StageProcess> processes) {
    int most = MOST_PROCESSES_EACH * (mostAttempts() + 2);
    require(
        processes.size() <= most, "%d processes, more than %d".formatted(processes.size(), most));
    for (StageProcess one : processes) {
      require(
          EncryptedPart.find(one.stage()).isPresent(),
          "there is no process '%s'".formatted(SafeText.shown(one.stage())));
      require(
          one.attempt() >= -1 && one.attempt() <= mostAttempts(),
          "a process belongs to attempt %d, which the plan does not have".formatted(one.attempt()));
    }
  }

  private void checkCases(PointResult point, EncryptedPoint told) {
    Set<Integer> known = point.cases().stream().map(CaseResult::index).collect(Collectors.toSet());
    Set<Integer> seen = new HashSet<>();
    for (EncryptedCase one : told.cases()) {
      require(
          known.contains(one.index()) && seen.add(one.index()),
          "stages of case %d, which is not there, or came twice".formatted(one.index()));
      require(
          one.attempt() >= 0 && one.attempt() <= mostAttempts(),
          "case %d belongs to attempt %d, which the plan does not have"
              .formatted(one.index(), one.attempt()));
      checkCase(one);
    }
  }

  private void checkCase(EncryptedCase one) {
    String failed = one.failedStage();
    require(
        failed == null
            || EncryptedStage.find(failed).isPresent()
            || EncryptedPart.find(failed).isPresent(),
        "case %d failed in a stage that does not exist".formatted(one.index()));
    checkStages(one.stages(), false);
    checkCrossed(one.index(), one.ciphertextsIn(), one.sent());
    checkCrossed(one.index(), one.ciphertextsOut(), one.returned());
    require(
        one.meters().size() <= MOST_METERS
            && one.meters().keySet().stream().allMatch(name -> METER.matcher(name).matches())
            && one.meters().values().stream()
                .allMatch(value ->
                    value.precision() <= MOST_DIGITS && Math.abs(value.scale()) <= MOST_DIGITS),
        "case %d has a meter that no envelope can have read: %s"
            .formatted(one.index(), SafeText.shown(one.meters().keySet().toString())));
  }

  /// Where bytes crossed, they are as many as were counted.
  private void checkCrossed(int index, @Nullable Integer count, List<Blob> blobs) {
    checkBlobs("ciphertexts of case %d".formatted(index), blobs, MOST_CIPHERTEXTS);
    require(
        count == null ? blobs.isEmpty() : count >= 0 && (blobs.isEmpty() || blobs.size() == count),
        "case %d: %s ciphertexts were counted, and %d are there"
            .formatted(index, count, blobs.size()));
  }

  /// The first fault is the one that is told.
  private void require(boolean holds, String otherwise) {
    if (!holds && fault == null) {
      fault = otherwise;
    }
  }
}
