package dev.assay.runner.exec;

import dev.assay.core.run.CaseNoise;
import dev.assay.core.run.Cost;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.Allowance;
import dev.assay.sandbox.Container;
import dev.assay.sandbox.MeterReading;
import dev.assay.sandbox.ProcessSpec;
import dev.assay.sandbox.StandardOutput;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/// Executes one command once.
final class Repetition {
  /// Bytes of standard error that are kept.
  private static final DataSize LOG = DataSize.ofMebibytes(1);

  private static final int TAIL_BYTES = 2_000;

  private final Container container;
  private final ExecRequest request;
  private final Map<String, String> environment;
  private final FolderLayout layout;
  private final InstantSource clock;

  Repetition(
      Container container,
      ExecRequest request,
      Map<String, String> environment,
      FolderLayout layout,
      InstantSource clock) {
    this.container = container;
    this.request = request;
    this.environment = environment;
    this.layout = layout;
    this.clock = clock;
  }

  Measurement measure(int command, int index, boolean warmup) {
    layout.empty();
    ProcessSpec.Log log = log(command, index, warmup);
    ExecLimits limits = request.limits();
    var spec =
        new ProcessSpec(
            request.commands().get(command),
            environment,
            request.place().workingDirectory(),
            limits.memory(),
            limits.processes(),
            limits.memory(),
            layout.input(),
            output(),
            log,
            layout.storage());
    Instant startedAt = clock.instant();
    try (var process = container.execute(spec)) {
      var allowance = Allowance.fromNow(Limit.WALL, limits.wallTime(), 0, limits.cpuTime());
      MeterReading before = process.read();
      process.awaitEnd(allowance);
      MeterReading after = process.read();
      ProcessResult result = process.finish(allowance);
      CaseNoise noise =
          result.ending() instanceof Ending.NotStarted
              ? null
              : noise(after.since(before), result.cost());
      return new Measurement(
          command,
          index,
          warmup,
          startedAt,
          result,
          after.atNanos() - allowance.startNanos(),
          noise,
          tail(log.file()));
    }
  }

  /// What the process did is counted from its start, since its control group is fresh; only what
  /// the machine did has to be told by difference.
  private static CaseNoise noise(CaseNoise between, Cost cost) {
    return new CaseNoise(
        cost.cpuPressureNanos(),
        cost.ioPressureNanos(),
        cost.memoryPressureNanos(),
        between.stealNanos(),
        between.throttledPeriods(),
        cost.voluntarySwitches(),
        cost.involuntarySwitches(),
        cost.pageFaults(),
        cost.majorPageFaults(),
        between.otherCpuNanos(),
        between.machineCpuNanos());
  }

  private StandardOutput output() {
    DataSize limit = request.limits().output();
    return switch (request.streams().output()) {
      case ExecStreams.Output.Discarded _ -> new StandardOutput.Discarded();
      case ExecStreams.Output.Pipe _ -> new StandardOutput.Drained();
      case ExecStreams.Output.ToFile(Path file) ->
          // A log keeps its head up to half of what is kept: the whole, up to the limit.
          new StandardOutput.Kept(
              new ProcessSpec.Log(
                  file, file.toString(), DataSize.ofBytes(Math.multiplyExact(2, limit.bytes()))),
              limit);
    };
  }

  private ProcessSpec.Log log(int command, int index, boolean warmup) {
    String name =
        "%s%d%s.err".formatted(warmup ? "warmup-" : "", index + 1, command == 0 ? "" : "b");
    Path logs = request.streams().logs();
    return logs == null
        ? new ProcessSpec.Log(layout.log(), "stderr", LOG)
        : new ProcessSpec.Log(logs.resolve(name), name, LOG);
  }

  private static String tail(Path log) {
    try (var file = new RandomAccessFile(log.toFile(), "r")) {
      byte[] tail = new byte[(int) Math.min(file.length(), TAIL_BYTES)];
      file.seek(file.length() - tail.length);
      file.readFully(tail);
      return new String(tail, StandardCharsets.UTF_8);
    } catch (IOException e) {
      // Then there is nothing to show; what was measured stands.
      return "";
    }
  }
}
