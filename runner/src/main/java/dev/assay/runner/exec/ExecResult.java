package dev.assay.runner.exec;

import dev.assay.core.run.ImageIdentity;
import dev.assay.core.run.Machine;
import dev.assay.core.run.RunState;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What was measured, where, in what, and what came of each repetition. Nothing in it is folded.
/// `docs/exec.md` describes its JSON.
///
/// @param format version of this format, 1
/// @param assayVersion what measured
/// @param state `finished`, `cancelled`, or `platform-error` when the sandbox or the machine failed
///   on the way; what was measured before is there
/// @param stateReason a sentence; absent when there is nothing to say
/// @param input file that was standard input; absent for an empty one
/// @param output `null`, `pipe`, or the file that standard output went to
/// @param image what was the root; `host` without a digest for the host's own
/// @param variables the whole environment of the commands
/// @param environment versions of what stands between the command and the machine
/// @param measurements in the order in which they were made
public record ExecResult(
    int format,
    String assayVersion,
    Instant startedAt,
    RunState state,
    @Nullable String stateReason,
    List<List<String>> commands,
    int warmups,
    int repetitions,
    ExecLimits limits,
    ExecPlace place,
    @Nullable String input,
    String output,
    ImageIdentity image,
    Map<String, String> variables,
    Machine machine,
    Map<String, String> environment,
    List<Measurement> measurements) {
  /// The version of the format that this code writes.
  public static final int FORMAT = 1;

  public ExecResult {
    commands = commands.stream().map(List::copyOf).toList();
    variables = Collections.unmodifiableMap(new TreeMap<>(variables));
    environment = Collections.unmodifiableMap(new TreeMap<>(environment));
    measurements = List.copyOf(measurements);
  }

  /// What counts of one command: its repetitions without the warm-ups, in order.
  public List<Measurement> counted(int command) {
    return measurements.stream().filter(one -> one.command() == command && !one.warmup()).toList();
  }
}
