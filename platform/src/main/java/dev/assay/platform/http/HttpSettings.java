package dev.assay.platform.http;

import java.time.Duration;
import java.util.List;

/// How the server listens, and what it bears.
///
/// @param port 0 for any free one
/// @param trustedProxies addresses or networks (`10.0.0.0/8`) whose `X-Forwarded-For` is believed
public record HttpSettings(
    String host, int port, List<String> trustedProxies, Rates rates, Bounds bounds) {
  public HttpSettings {
    trustedProxies = List.copyOf(trustedProxies);
  }

  /// Trusts no proxy and limits no rate: for tests, and behind something that limits.
  public static HttpSettings unlimited(String host, int port) {
    return new HttpSettings(host, port, List.of(), Rates.UNLIMITED, Bounds.WITHOUT_GRACE);
  }

  /// What is borne at once.
  ///
  /// @param requests of people that are worked on; more are answered 503
  /// @param runnerRequests of runners, whose claims wait for up to half a minute
  /// @param streams of events
  /// @param connections that are open; more are not accepted until one closes
  /// @param headerBytes of one request's line and headers together
  /// @param idle how long a connection may be silent
  /// @param stop how long requests that are worked on may take when the server stops
  public record Bounds(
      int requests,
      int runnerRequests,
      int streams,
      int connections,
      int headerBytes,
      Duration idle,
      Duration stop) {
    public static final Bounds USUAL =
        new Bounds(256, 1024, 1024, 4096, 16 << 10, Duration.ofSeconds(30), Duration.ofSeconds(10));

    /// The same, and stops at once.
    static final Bounds WITHOUT_GRACE = USUAL.withStop(Duration.ZERO);

    /// @param grace how long requests that are worked on may take when the server stops
    public Bounds withStop(Duration grace) {
      return new Bounds(requests, runnerRequests, streams, connections, headerBytes, idle, grace);
    }
  }
}
