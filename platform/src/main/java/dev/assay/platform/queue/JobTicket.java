package dev.assay.platform.queue;

import java.util.List;

/// A job that was queued.
///
/// @param key in the database
/// @param id public
/// @param blockers why no registered runner can ever take it, in sentences; empty when one can
public record JobTicket(long key, String id, List<String> blockers) {
  public JobTicket {
    blockers = List.copyOf(blockers);
  }
}
