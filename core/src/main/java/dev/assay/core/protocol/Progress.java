package dev.assay.core.protocol;

import org.jspecify.annotations.Nullable;

/// How far a run is.
///
/// @param stage in words, as in `building: make`
/// @param point absent before the first
/// @param pointNumber from 1; 0 before the first
/// @param points how many there are
/// @param done cases of the point that were measured
/// @param of cases of the point
public record Progress(
    String stage, @Nullable String point, int pointNumber, int points, int done, int of) {}
