package dev.assay.platform.judge;

/// Gives a run as its runner wrote it.
@FunctionalInterface
public interface RunDocumentSource {
  /// `run.json` of a run.
  byte[] load(long runKey);
}
