package dev.assay.platform.queue;

import org.jspecify.annotations.Nullable;

/// Which runners a list has.
///
/// @param state `active`, `set-aside` or `retired`; absent for any
/// @param text in the name, the pool or a label; absent for any
/// @param machineClass that the runner can measure in, as a run names it; absent for any
public record RunnerFilter(
    @Nullable String state, @Nullable String text, @Nullable String machineClass) {
  public static final RunnerFilter NONE = new RunnerFilter(null, null, null);
}
