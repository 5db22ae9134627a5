package dev.assay.platform.http;

import java.time.Duration;

/// How often requests may come. Whoever asks more often is answered 429 with `Retry-After`.
///
/// @param anonymous for each remote address (an IPv6 network of 64 bits is one), of requests that
///   show no account; those with credentials that are no good count here too
/// @param account for each account, whatever it logs in with
/// @param runner for each runner
/// @param loginByAddress attempts to log in, for each remote address
/// @param loginByName attempts to log in, for each name
public record Rates(
    Rate anonymous, Rate account, Rate runner, Rate loginByAddress, Rate loginByName) {
  public static final Rates USUAL =
      new Rates(
          new Rate(300, 1200),
          new Rate(600, 3000),
          new Rate(2000, 12_000),
          new Rate(20, 20),
          new Rate(10, 5));

  public static final Rates UNLIMITED =
      new Rates(Rate.NONE, Rate.NONE, Rate.NONE, Rate.NONE, Rate.NONE);

  /// @param burst how many may come at once
  /// @param perMinute how many come back in a minute
  public record Rate(long burst, long perMinute) {
    /// Any number.
    public static final Rate NONE = new Rate(1L << 30, 1L << 30);

    static final Duration PERIOD = Duration.ofMinutes(1);

    public Rate {
      if (burst < 1 || perMinute < 1) {
        throw new IllegalArgumentException(
            "a rate of %d at once, %d a minute lets nothing through".formatted(burst, perMinute));
      }
    }
  }
}
