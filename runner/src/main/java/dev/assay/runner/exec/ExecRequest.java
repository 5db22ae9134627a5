package dev.assay.runner.exec;

import dev.assay.core.unit.DataSize;
import java.util.List;

/// What is to be measured.
///
/// @param commands one, or two that are measured in turn; program and arguments of each. A program
///   without `/` is looked up in the PATH inside
/// @param warmups repetitions of each that come first and are told apart
/// @param repetitions of each, without the warm-ups
public record ExecRequest(
    List<List<String>> commands,
    int warmups,
    int repetitions,
    ExecLimits limits,
    ExecPlace place,
    ExecStreams streams) {
  public ExecRequest {
    commands = commands.stream().map(List::copyOf).toList();
    if (commands.isEmpty() || commands.size() > 2 || commands.stream().anyMatch(List::isEmpty)) {
      throw new IllegalArgumentException("one command or two, not " + commands);
    }
    if (warmups < 0 || repetitions < 1) {
      throw new IllegalArgumentException(
          "%d warm-ups and %d repetitions".formatted(warmups, repetitions));
    }
  }

  /// One command, once, on the host's own root, with 1 GiB of memory.
  public static ExecRequest of(String... command) {
    return new ExecRequest(
        List.of(List.of(command)),
        0,
        1,
        ExecLimits.ofMemory(DataSize.ofGibibytes(1)),
        ExecPlace.host(),
        ExecStreams.NONE);
  }

  public ExecRequest withRepetitions(int warmupCount, int count) {
    return new ExecRequest(commands, warmupCount, count, limits, place, streams);
  }

  public ExecRequest withLimits(ExecLimits others) {
    return new ExecRequest(commands, warmups, repetitions, others, place, streams);
  }

  public ExecRequest withPlace(ExecPlace other) {
    return new ExecRequest(commands, warmups, repetitions, limits, other, streams);
  }

  public ExecRequest withStreams(ExecStreams others) {
    return new ExecRequest(commands, warmups, repetitions, limits, place, others);
  }

  /// Against another command.
  public ExecRequest against(List<String> other) {
    return new ExecRequest(
        List.of(commands.getFirst(), other), warmups, repetitions, limits, place, streams);
  }
}
