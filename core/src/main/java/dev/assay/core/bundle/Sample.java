package dev.assay.core.bundle;

/// The seeds that a bar is defined over, and what runs beside them.
///
/// @param seeds public: everybody knows them
/// @param warmup cases run first, on secret seeds; judged like any, timed apart
/// @param fresh cases on seeds drawn after the freeze; judged like any, timed apart
public record Sample(Seeds seeds, int warmup, int fresh) {
  public Sample {
    if (warmup < 0 || fresh < 0) {
      throw new IllegalArgumentException(
          "warmup %d, fresh %d: neither is below 0".formatted(warmup, fresh));
    }
  }
}
