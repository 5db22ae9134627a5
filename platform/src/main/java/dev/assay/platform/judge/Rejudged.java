package dev.assay.platform.judge;

import dev.assay.core.run.PointResult;
import dev.assay.core.wire.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// What runners report of a rejudging, in the caller's transaction.
public final class Rejudged {
  private Rejudged() {}

  /// The point as it was measured; empty when it was not.
  public static Optional<PointResult> recorded(Handle handle, long itemKey, int pointNo) {
    return RejudgingRepository.findRecorded(handle, itemKey, pointNo)
        .map(document ->
            JsonCodec.read(
                document.getBytes(StandardCharsets.UTF_8), PointResult.class, "a stored point"));
  }

  /// Keeps what the new verifier said of a point; the first stays.
  public static void store(Handle handle, long itemKey, int pointNo, PointResult point) {
    RejudgingRepository.insertPoint(handle, itemKey, pointNo, JsonCodec.toLine(point));
  }

  /// Notes that the runner is through with a run.
  ///
  /// @param reason why it could not be judged again; absent when it could
  public static void end(Handle handle, long itemKey, @Nullable String reason) {
    RejudgingRepository.endItem(handle, itemKey, reason);
  }
}
