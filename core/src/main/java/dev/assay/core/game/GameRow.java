package dev.assay.core.game;

import java.math.BigDecimal;

/// A measurement of a program, or a fold of several, as a row of a data file. Numbers keep the
/// digits that they were written with.
///
/// @param task as in `nbody`
/// @param language as in `python3`: a compiler or an interpreter
/// @param program which one of that task and language
/// @param workload what it was given, as in 50000000
/// @param sourceBytes size of the source without comments and repeated white space, compressed
/// @param cpuSeconds CPU time, user and system
/// @param memoryKilobytes peak, in units of 1024 bytes
/// @param load share of the run that each core was busy, as in `88% 87% 99% 87%`
/// @param elapsedSeconds wall time
/// @param busySeconds CPU time of the whole machine meanwhile
public record GameRow(
    String task,
    String language,
    int program,
    long workload,
    long sourceBytes,
    BigDecimal cpuSeconds,
    long memoryKilobytes,
    GameStatus status,
    String load,
    BigDecimal elapsedSeconds,
    BigDecimal busySeconds) {
  public boolean isOk() {
    return status == GameStatus.OK;
  }

  /// Which program this is of.
  public Program of() {
    return new Program(task, language, program);
  }

  GameRow withMemory(long kilobytes) {
    return new GameRow(
        task,
        language,
        program,
        workload,
        sourceBytes,
        cpuSeconds,
        kilobytes,
        status,
        load,
        elapsedSeconds,
        busySeconds);
  }

  /// A program.
  public record Program(String task, String language, int number) {
    /// As in `nbody.gcc-2`.
    public String shortName() {
      return "%s.%s-%d".formatted(task, language, number);
    }

    @Override
    public String toString() {
      return "%s %s %d".formatted(task, language, number);
    }
  }
}
