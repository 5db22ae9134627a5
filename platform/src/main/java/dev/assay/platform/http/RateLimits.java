package dev.assay.platform.http;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.RunnerIdentity;
import dev.assay.platform.cache.LruCache;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/// Counts requests in this process. Thread-safe.
///
/// The counts of the most recent 65,536 addresses, accounts and names are kept; an older one begins
/// anew.
public final class RateLimits {
  private static final int MOST_BUCKETS = 1 << 16;

  private final Rates rates;
  private final TimeMeter time;
  private final LruCache<String, Bucket> buckets = new LruCache<>(MOST_BUCKETS);

  public RateLimits(Rates rates) {
    this(rates, TimeMeter.SYSTEM_NANOTIME);
  }

  RateLimits(Rates rates, TimeMeter time) {
    this.rates = rates;
    this.time = time;
  }

  /// Counts a request of `caller`.
  ///
  /// @throws AssayException `TOO_MANY_REQUESTS`
  void countCaller(Exchange exchange, Caller caller) {
    if (caller.account() == null) {
      countAnonymous(exchange);
    } else {
      count(exchange, "account " + caller.accountKey(), rates.account());
    }
  }

  /// Counts a request without an account.
  void countAnonymous(Exchange exchange) {
    count(exchange, "address " + network(exchange.remote()), rates.anonymous());
  }

  void countRunner(Exchange exchange, RunnerIdentity runner) {
    count(exchange, "runner " + runner.key(), rates.runner());
  }

  /// Counts an attempt to log in, before its password is looked at.
  ///
  /// @throws AssayException `TOO_MANY_REQUESTS`
  public void countLogin(Exchange exchange, String name) {
    countLogin(exchange);
    count(exchange, "login " + name.toLowerCase(Locale.ROOT), rates.loginByName());
  }

  /// Counts an attempt to log in by a link.
  public void countLogin(Exchange exchange) {
    count(exchange, "login from " + network(exchange.remote()), rates.loginByAddress());
  }

  private void count(Exchange exchange, String subject, Rates.Rate rate) {
    ConsumptionProbe probe = bucket(subject, rate).tryConsumeAndReturnRemaining(1);
    if (!probe.isConsumed()) {
      long seconds = 1 + TimeUnit.NANOSECONDS.toSeconds(probe.getNanosToWaitForRefill());
      exchange.context().header("Retry-After", Long.toString(seconds));
      throw new AssayException(
          ErrorCode.TOO_MANY_REQUESTS,
          "More than %d requests a minute, %d at once, are not answered here; try again in %d s."
              .formatted(rate.perMinute(), rate.burst(), seconds));
    }
  }

  private Bucket bucket(String subject, Rates.Rate rate) {
    return buckets.get(subject, any -> newBucket(rate));
  }

  private Bucket newBucket(Rates.Rate rate) {
    return Bucket.builder()
        .addLimit(
            limit -> limit.capacity(rate.burst()).refillGreedy(rate.perMinute(), Rates.Rate.PERIOD))
        .withCustomTimePrecision(time)
        .build();
  }

  /// What one person can hardly have more than one of: an IPv4 address, or 64 bits of an IPv6 one.
  static String network(String address) {
    try {
      return InetAddress.ofLiteral(address) instanceof Inet6Address six
          ? HexFormat.of().formatHex(Arrays.copyOf(six.getAddress(), 8))
          : address;
    } catch (IllegalArgumentException e) {
      return address;
    }
  }
}
