package dev.assay.platform.queue;

import java.util.Set;

/// What a runner that described itself has.
record RunnerOffer(
    String name,
    String pool,
    Set<String> labels,
    String arch,
    int cores,
    long memoryBytes,
    int gpu,
    Set<String> images) {
  RunnerOffer {
    labels = Set.copyOf(labels);
    images = Set.copyOf(images);
  }
}
