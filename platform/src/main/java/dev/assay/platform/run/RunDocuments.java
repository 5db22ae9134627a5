package dev.assay.platform.run;

import dev.assay.core.protocol.ReportMessage.Built;
import dev.assay.core.run.BuildResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.StageClock;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.access.Caller;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/// Puts runs together as their runners wrote them: the same content as `run.json`, to the byte. Of
/// a run that was never closed it is what has arrived.
public final class RunDocuments {
  private final Jdbi jdbi;

  public RunDocuments(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /// `run.json` of a run, whoever asks.
  ///
  /// @param runKey which must be there
  public byte[] load(long runKey) {
    return jdbi.withHandle(handle -> JsonCodec.toBytes(assemble(handle, runKey)));
  }

  static Run assemble(Handle handle, long runKey) {
    var runs = new RunRepository(handle, Caller.anonymous(""));
    List<PointResult> points =
        runs.pointDocuments(runKey).stream()
            .map(document -> read(document, PointResult.class))
            .toList();
    return withPoints(base(runs.documents(runKey)), points);
  }

  /// The run without points.
  static Run base(RunRepository.Documents documents) {
    if (documents.closed() != null) {
      return read(documents.closed(), Run.class);
    }
    Run opened = read(Objects.requireNonNull(documents.opened()), Run.class);
    if (documents.built() == null) {
      return opened;
    }
    Built built = read(documents.built(), Built.class);
    return with(opened, built.stages(), built.build(), List.of());
  }

  private static Run withPoints(Run run, List<PointResult> points) {
    return with(run, run.stages(), run.build(), points);
  }

  private static Run with(
      Run run, List<StageClock> stages, @Nullable BuildResult build, List<PointResult> points) {
    return run.with(run.endedAt(), run.state(), run.stateReason(), stages, build, points);
  }

  static <T> T read(String document, Class<T> type) {
    return JsonCodec.read(
        document.getBytes(StandardCharsets.UTF_8), type, "a document of the database");
  }
}
