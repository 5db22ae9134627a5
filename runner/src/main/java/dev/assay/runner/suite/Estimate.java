package dev.assay.runner.suite;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// How long the rest of a suite takes: as many programs as are left, each as long as those that
/// were measured on average.
final class Estimate {
  private final List<SuiteProgram> programs;
  private final InstantSource clock;
  private final Instant start;
  private final long throughBefore;

  Estimate(List<SuiteProgram> programs, InstantSource clock) {
    this.programs = programs;
    this.clock = clock;
    this.start = clock.instant();
    this.throughBefore = through();
  }

  private long through() {
    return programs.stream().filter(SuiteProgram::isThrough).count();
  }

  void tell(SuiteListener listener) {
    long through = through();
    long failed = programs.stream().filter(SuiteProgram::hasFailed).count();
    double seconds = Duration.between(start, clock.instant()).toMillis() / 1e3;
    double each = seconds / (through - throughBefore);
    listener.through(
        (int) through, programs.size(), (int) failed, each * (programs.size() - through));
  }
}
