package dev.assay.core.run;

/// One clocked stage of a run or of a point.
///
/// @param stage `check`, `clone`, `overlay`, `build`, `make`, `inspect`, `start`, `init`, `cases`,
///   `collect`, `verify`, `clean`
/// @param wallNanos on the runner's monotonic clock
public record StageClock(String stage, long wallNanos) {}
