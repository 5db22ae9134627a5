package dev.assay.core.run;

/// A captured stream.
///
/// @param file path in the run's folder
/// @param bytes how many the program wrote
/// @param keptBytes how many are in the file, the mark of the cut left out
/// @param cut whether the middle was left out; head and tail stay
public record LogFile(String file, long bytes, long keptBytes, boolean cut) {}
