package dev.assay.core.run;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/// One execution of a whole program, under the protocol `program`.
///
/// @param order place among all measurements of the run, from 0
/// @param verified whether its output was kept and verified; otherwise it went to `/dev/null`
/// @param startedAt right before it was ordered to start
/// @param processors what each processor of the machine did from right before its start to right
///   after its end, for everybody; empty where the kernel does not say
public record ProgramMeasurement(
    int order,
    boolean verified,
    Instant startedAt,
    ProcessResult process,
    List<ProcessorUse> processors) {
  public ProgramMeasurement {
    processors = List.copyOf(processors);
  }

  /// CPU time of the whole machine meanwhile.
  public long busyNanos() {
    return processors.stream().mapToLong(ProcessorUse::busyNanos).sum();
  }

  /// How busy each processor was, as in `88% 87% 99% 87%`; `%` where nothing is known.
  public String load() {
    return processors.isEmpty()
        ? "%"
        : processors.stream().map(one -> one.percent() + "%").collect(Collectors.joining(" "));
  }
}
