package dev.assay.core.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One process tree in the sandbox, from start to end.
///
/// @param noise absent where nothing about the machine could be read
/// @param memory five samples a second
/// @param stdout what it wrote to standard output; absent when it was not captured apart
/// @param stderr what it wrote to standard error; absent when it was not captured
public record ProcessResult(
    Ending ending,
    Evidence evidence,
    Cost cost,
    @Nullable MachineNoise noise,
    List<MemorySample> memory,
    @Nullable LogFile stdout,
    @Nullable LogFile stderr) {
  public ProcessResult {
    memory = List.copyOf(memory);
  }
}
