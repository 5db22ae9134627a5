package dev.assay.runner.check;

import dev.assay.core.bundle.Workload;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Verification;
import dev.assay.runner.job.BundleSession;
import dev.assay.runner.job.RunFolder;
import dev.assay.runner.point.FileHash;
import dev.assay.runner.program.PreparedWorkloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/// Judges the output of a whole program that was kept of a workload with another version of its
/// bundle. Repeats printed to nowhere and stay what they were; so does what was not measured since
/// an earlier output was wrong.
final class ProgramRejudging {
  private static final String EXPECTED = "expected";

  private final RunFolder folder;
  private final BundleSession session;
  private final PreparedWorkloads workloads;

  ProgramRejudging(RunFolder folder, BundleSession session) {
    this.folder = folder;
    this.session = session;
    this.workloads = session.workloads();
  }

  /// @throws AssayException `CONFLICT` when the new version gives the program other files, or the
  ///   output is not the one that the run records
  PointResult judge(PointResult result) throws IOException {
    Workload workload = session.spec().requireProgram().at(result.point());
    var prepared = workloads.prepare(workload);
    if (prepared.fault() != null) {
      return result.with(prepared.fault(), result.cases());
    }
    Path output =
        folder
            .answers(result.point())
            .resolve(PreparedWorkloads.CASE)
            .resolve(PreparedWorkloads.OUTPUT);
    try {
      return result.with(
          null,
          result.cases().stream()
              .map(one -> judged(workload, prepared.inputHashes(), output, one))
              .toList());
    } catch (AssayException e) {
      if (e.code() != ErrorCode.BUNDLE_FAILED) {
        throw e;
      }
      return result.with(e.getMessage(), result.cases());
    }
  }

  private CaseResult judged(
      Workload workload, Map<String, String> made, Path output, CaseResult one) {
    String hash = one.outputHashes().get(PreparedWorkloads.OUTPUT);
    if (hash == null) {
      return one;
    }
    requireSameInputs(workload, made, one);
    requireSameOutput(workload, output, hash);
    Verification now = workloads.verify(workload, output, "verify.log").verification();
    return Rejudging.with(
        one, Rejudging.Judgement.of(one.status(), one.cause(), one.verification(), now));
  }

  /// What is expected is the bundle's word, and may be another.
  private static void requireSameInputs(
      Workload workload, Map<String, String> made, CaseResult one) {
    if (!given(made).equals(given(one.inputHashes()))) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          "inputs differ: at point %s the new version gives programs other files than the run was measured on"
              .formatted(workload.point()));
    }
  }

  private static Map<String, String> given(Map<String, String> hashes) {
    var given = new HashMap<>(hashes);
    given.remove(EXPECTED);
    return given;
  }

  private static void requireSameOutput(Workload workload, Path output, String hash) {
    try {
      if (!Files.isRegularFile(output) || !Objects.equals(FileHash.of(output), hash)) {
        throw new AssayException(
            ErrorCode.CONFLICT,
            "answers differ: the output at point %s is not what the run records"
                .formatted(workload.point()));
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The output %s could not be read: %s".formatted(output, e), e);
    }
  }
}
