package dev.assay.core.run;

/// What one processor of the machine did meanwhile, for everybody together (`/proc/stat`,
/// proc_stat(5)), in steps of 10 ms.
///
/// @param processor its number
/// @param busyNanos user, nice, system and interrupts
/// @param idleNanos idle, and waiting for IO
public record ProcessorUse(int processor, long busyNanos, long idleNanos) {
  /// Busy share in percent, rounded; 0 where no step went by.
  public int percent() {
    long all = busyNanos + idleNanos;
    return all <= 0 ? 0 : (int) Math.round(100.0 * busyNanos / all);
  }
}
