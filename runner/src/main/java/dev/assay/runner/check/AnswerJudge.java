package dev.assay.runner.check;

import dev.assay.core.run.Verification;
import dev.assay.core.wire.Verdicts;
import dev.assay.runner.job.BundleSession;
import dev.assay.runner.point.BundleFile;
import dev.assay.runner.source.TreeCopy;
import dev.assay.sandbox.disk.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Lets a bundle judge answers that were kept, over the cases that it has just made.
final class AnswerJudge {
  private AnswerJudge() {}

  /// What the verifier said.
  ///
  /// @param fault what the bundle did wrong; absent when it did its work
  /// @param verifications by case; empty when there is a fault
  record Judged(@Nullable String fault, List<Verification> verifications) {}

  /// @param answers a folder per case; need not exist when nothing was answered
  /// @param cases how many were made
  /// @throws dev.assay.core.error.AssayException `BUNDLE_FAILED` when what it wrote is malformed
  static Judged judge(Path answers, int cases, BundleSession session) throws IOException {
    Path out = session.directory().resolve("out");
    Path file = session.directory().resolve("verdicts.json");
    FolderTree.delete(out);
    Files.deleteIfExists(file);
    Files.createDirectory(out);
    if (Files.isDirectory(answers)) {
      TreeCopy.copy(answers, out);
    }
    var outcome = session.verify();
    return outcome.fault() == null
        ? new Judged(null, Verdicts.parse(BundleFile.read(file), cases).cases())
        : new Judged(outcome.fault(), List.of());
  }
}
