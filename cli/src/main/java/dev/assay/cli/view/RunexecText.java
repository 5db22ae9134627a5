package dev.assay.cli.view;

import dev.assay.core.run.Cost;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Evidence;
import dev.assay.core.run.Limit;
import dev.assay.core.run.ProcessResult;
import dev.assay.runner.exec.Measurement;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One measurement as BenchExec's runexec prints it: its keys, its order, its units, nothing
/// rounded. docs/exec.md says where each value comes from, and how it differs.
public final class RunexecText {
  private static final DateTimeFormatter WITH_MICROSECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSxxx");
  private static final DateTimeFormatter WITHOUT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ssxxx");

  private final StringBuilder text = new StringBuilder();

  private RunexecText() {}

  /// Lines `KEY=VALUE`. What was not measured has no line.
  ///
  /// @param zone that the start is told in
  public static String of(Measurement measurement, ZoneId zone) {
    return new RunexecText().write(measurement, zone);
  }

  private String write(Measurement measurement, ZoneId zone) {
    ProcessResult process = measurement.process();
    Optional<String> reason = terminationReason(process.ending());
    if (reason.filter("failed"::equals).isPresent()) {
      // As there, nothing else means anything then.
      add("terminationreason", "failed");
      return text.toString();
    }
    add("starttime", start(measurement.startedAt(), zone));
    reason.ifPresent(word -> add("terminationreason", word));
    addExit(process.evidence());
    Cost cost = process.cost();
    add("walltime", seconds(cost.wallNanos(), true));
    addSeconds("cputime", cost.cpuNanos(), true);
    addBytes("memory", cost.peakChargedBytes());
    addBytes("blkio-read", cost.blockReadBytes());
    addBytes("blkio-write", cost.blockWriteBytes());
    addSeconds("pressure-cpu-some", cost.cpuPressureNanos(), false);
    addSeconds("pressure-io-some", cost.ioPressureNanos(), false);
    addSeconds("pressure-memory-some", cost.memoryPressureNanos(), false);
    return text.toString();
  }

  /// Its words, and the endings here that they belong to.
  private static Optional<String> terminationReason(Ending ending) {
    return switch (ending) {
      case Ending.Exited _, Ending.Signaled _ -> Optional.empty();
      case Ending.Killed(Limit limit, long _, long _) -> Optional.of(word(limit));
      case Ending.Stopped _ -> Optional.of("killed");
      case Ending.NotStarted _, Ending.SandboxFailed _ -> Optional.of("failed");
    };
  }

  private static String word(Limit limit) {
    return switch (limit) {
      case INIT, WALL -> "walltime";
      case CPU -> "cputime";
      case MEMORY -> "memory";
      case OUTPUT, DISK -> "files-size";
    };
  }

  /// Python's `datetime.isoformat`: microseconds, but for none of them.
  private static String start(Instant at, ZoneId zone) {
    var local = at.truncatedTo(ChronoUnit.MICROS).atZone(zone);
    return (local.getNano() == 0 ? WITHOUT : WITH_MICROSECONDS).format(local);
  }

  /// What the first process ended with, whoever ended it.
  private void addExit(Evidence evidence) {
    Integer signal = evidence.signal();
    Integer code = evidence.exitCode();
    if (signal != null) {
      add("exitsignal", signal.toString());
    } else if (code != null) {
      add("returnvalue", code.toString());
    }
  }

  private void addSeconds(String key, @Nullable Long nanos, boolean asFloat) {
    if (nanos != null) {
      add(key, seconds(nanos, asFloat));
    }
  }

  private void addBytes(String key, @Nullable Long bytes) {
    if (bytes != null) {
      add(key, bytes + "B");
    }
  }

  /// All digits that there are. Its times are floats, which have a fraction; its pressures are
  /// decimals, which need not.
  private static String seconds(long nanos, boolean asFloat) {
    String digits = BigDecimal.valueOf(nanos, 9).stripTrailingZeros().toPlainString();
    return digits + (asFloat && digits.indexOf('.') < 0 ? ".0s" : "s");
  }

  private void add(String key, String value) {
    text.append(key).append('=').append(value).append('\n');
  }
}
