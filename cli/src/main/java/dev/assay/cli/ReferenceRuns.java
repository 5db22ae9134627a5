package dev.assay.cli;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.judge.ReferenceAnswers;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.runner.job.RunFolder;
import dev.assay.runner.job.RunReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Runs that lie beside one another in a folder, where the reference's answers are found.
final class ReferenceRuns {
  private ReferenceRuns() {}

  /// A run and where it lies.
  record Found(Run run, RunFolder folder) {}

  /// What the reference answered in runs beside this one and in this one; nothing when its bundle
  /// has a verifier.
  static ReferenceAnswers answersFor(Run run, RunFolder folder) {
    if (!run.job().bar().isJudgedByReference()) {
      return ReferenceAnswers.NONE;
    }
    List<Run> all =
        Stream.concat(beside(folder).map(Found::run), Stream.of(run))
            .filter(one -> one.state() == RunState.FINISHED)
            .toList();
    return ReferenceAnswers.of(run.job(), all);
  }

  /// The runs of other solutions that are judged by the answers of this one; none unless it is the
  /// reference's.
  static List<Found> judgedBy(Run reference, RunFolder folder) {
    if (!ReferenceAnswers.isReference(reference.job())) {
      return List.of();
    }
    return beside(folder)
        .filter(one ->
            one.run().job().bundleHash().equals(reference.job().bundleHash())
                && !ReferenceAnswers.isReference(one.run().job()))
        .toList();
  }

  private static Stream<Found> beside(RunFolder folder) {
    Path parent = folder.path().resolveSibling(".").normalize();
    try (Stream<Path> siblings = Files.list(parent)) {
      return siblings
          .filter(
              path -> !path.equals(folder.path()) && Files.isRegularFile(path.resolve("run.json")))
          .sorted()
          .toList()
          .stream()
          .flatMap(path -> read(RunFolder.of(path)).stream());
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The runs in %s could not be listed: %s".formatted(parent, e), e);
    }
  }

  /// What another version wrote, or what was cut off, is no obstacle to judging this one.
  private static Optional<Found> read(RunFolder folder) {
    try {
      return Optional.of(new Found(RunReader.read(folder), folder));
    } catch (AssayException unreadable) {
      return Optional.empty();
    }
  }
}
