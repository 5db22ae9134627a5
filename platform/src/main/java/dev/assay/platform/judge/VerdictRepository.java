package dev.assay.platform.judge;

import dev.assay.core.judge.Verdict;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Verdict rows. The first of a run's point stays; only a rejudging, and the answers of the
/// reference that it waited for, add another.
final class VerdictRepository {
  private static final String INSERT =
      """
      insert into verdict (run_key, point_no, point, bundle_version_key, implementation_key,
          machine_class, rejudge_set_key, reference_run_key, outcome, reason, cases_ok, cases_all, is_suspect,
          is_ranked, score)
      values (:runKey, :pointNo, :point, :bundleVersionKey, :implementationKey, :machineClass,
          :setKey, :referenceRunKey, :outcome, :reason, :casesOk, :casesAll, :isSuspect, :isRanked, :score)
      on conflict do nothing
      """;

  private VerdictRepository() {}

  static void insert(
      Handle handle,
      JudgedRun run,
      int pointNo,
      String point,
      @Nullable Long setKey,
      @Nullable Long referenceRunKey,
      Verdict verdict,
      PointFigures figures) {
    handle
        .createUpdate(INSERT)
        .bind("runKey", run.runKey())
        .bind("pointNo", pointNo)
        .bind("point", point)
        .bind("bundleVersionKey", run.bundleVersionKey())
        .bind("implementationKey", run.implementationKey())
        .bind("machineClass", run.machineClass())
        .bind("setKey", setKey)
        .bind("referenceRunKey", referenceRunKey)
        .bind("outcome", verdict.outcome().text())
        .bind("reason", verdict.reason())
        .bind("casesOk", figures.casesOk())
        .bind("casesAll", figures.casesAll())
        .bind("isSuspect", figures.isSuspect())
        .bind("isRanked", figures.isRanked())
        .bind("score", figures.score())
        .execute();
  }
}
