package dev.assay.platform.submission;

import java.util.List;

/// An implementation with its latest jobs.
///
/// @param jobs newest first, 20 at most
public record ImplementationView(ImplementationLine implementation, List<PlannedJob> jobs) {
  public ImplementationView {
    jobs = List.copyOf(jobs);
  }
}
