package dev.assay.core.run;

import org.jspecify.annotations.Nullable;

/// What else went on in the machine while a process ran.
///
/// @param stealNanos processor time that the hypervisor gave to others (`/proc/stat`), all
///   processors together
/// @param throttledNanos time the group was held back by a quota; absent where there is none
/// @param loadAverage of the last minute at the end (`/proc/loadavg`)
public record MachineNoise(
    @Nullable Long stealNanos, @Nullable Long throttledNanos, @Nullable Double loadAverage) {}
