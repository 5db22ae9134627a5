package dev.assay.platform.queue;

import dev.assay.core.protocol.Progress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A job with all that is known of where it stands.
///
/// @param hash SHA-256 of its document
/// @param position how many jobs come before it plus one, when it is queued and a runner can take
///   it: its place in the order in which a single runner would take what is queued now. New jobs,
///   several runners and their differences change it
/// @param progress absent unless it is running and has said something
/// @param attempts oldest first
/// @param runs ids of the runs that were opened, oldest first
/// @param blockers why no registered runner can ever take it; empty when one can
public record JobView(
    JobSummary job,
    String hash,
    @Nullable Integer position,
    @Nullable Progress progress,
    List<AttemptView> attempts,
    List<String> runs,
    List<String> blockers) {
  public JobView {
    attempts = List.copyOf(attempts);
    runs = List.copyOf(runs);
    blockers = List.copyOf(blockers);
  }
}
