package dev.assay.runner.agent;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.protocol.CancelNotice;
import dev.assay.core.protocol.Claim;
import dev.assay.core.protocol.Heartbeat;
import dev.assay.core.protocol.Lease;
import dev.assay.core.protocol.ReportBatch;
import dev.assay.core.protocol.RunnerHello;
import dev.assay.core.protocol.RunnerRegistration;
import dev.assay.core.protocol.Surrender;
import dev.assay.core.wire.JsonCodec;
import dev.assay.runner.point.FileHash;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Speaks with one platform. No call waits for ever: each exchange has a time by which all of its
/// answer must be there, so a connection whose other end is gone ends like any other failure.
/// Thread-safe.
///
/// Failures come as the error that the platform names. Where it does not answer, answers 429 or
/// with a fault of its own, a call is repeated for as long as its caller wishes, after growing
/// waits and never before the platform's `Retry-After`.
public final class PlatformClient {
  private static final Duration SHORT = Duration.ofSeconds(10);
  private static final Duration USUAL = Duration.ofSeconds(60);
  private static final Duration GRACE = Duration.ofSeconds(15);

  /// A slower line than this is as good as none.
  private static final long LEAST_BYTES_PER_SECOND = 64 << 10;

  private static final Duration LONGEST_RETRY_AFTER = Duration.ofMinutes(5);

  private final URI platform;
  private final @Nullable String key;
  private final HttpClient http;
  private final Backoff backoff;
  private final Pause pause;
  private final Trouble trouble;

  /// Waits.
  public interface Pause {
    Pause SLEEP = Thread::sleep;

    void await(Duration time) throws InterruptedException;
  }

  /// Hears why a call is about to be repeated, from any thread.
  public interface Trouble {
    void heard(AssayException failure, Duration wait);
  }

  /// @param platform its root, as in `https://assay.example.org`
  /// @param key of the runner; absent before it is registered
  public PlatformClient(
      URI platform, @Nullable String key, RandomGenerator random, Pause pause, Trouble trouble) {
    this.platform = platform;
    this.key = key;
    this.backoff = new Backoff(Duration.ofMillis(250), Duration.ofSeconds(15), random);
    this.pause = pause;
    this.trouble = trouble;
    http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(SHORT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  /// The root of a platform that a person named.
  ///
  /// @throws AssayException `USAGE`
  public static URI parse(String text) {
    try {
      var uri = URI.create(text.replaceFirst("/+$", ""));
      String scheme = String.valueOf(uri.getScheme());
      if ((scheme.equals("http") || scheme.equals("https")) && uri.getHost() != null) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw new AssayException(
        ErrorCode.USAGE,
        "--platform %s: give the address of a platform, as in https://assay.example.org"
            .formatted(text));
  }

  public RunnerRegistration.Accepted register(RunnerRegistration registration) {
    return post("register", registration, RunnerRegistration.Accepted.class, () -> false);
  }

  public RunnerHello.Welcome hello(RunnerHello hello, Patience patience) {
    return post("hello", hello, RunnerHello.Welcome.class, patience);
  }

  /// A job; empty when there was none in the time that the claim says.
  public Optional<Lease> claim(Claim claim, Patience patience) {
    byte[] answer =
        call(
            json("claim", claim),
            BodyHandlers.ofByteArray(),
            Duration.ofMillis(claim.waitMillis()).plus(GRACE),
            patience);
    return answer.length == 0
        ? Optional.empty()
        : Optional.of(JsonCodec.read(answer, Lease.class, "the platform's lease"));
  }

  /// One try: the next heartbeat is the repetition.
  public Heartbeat.Answer heartbeat(Heartbeat heartbeat) {
    byte[] answer =
        call(json("heartbeat", heartbeat), BodyHandlers.ofByteArray(), SHORT, () -> false);
    return JsonCodec.read(answer, Heartbeat.Answer.class, "the platform's answer");
  }

  public void surrender(Surrender surrender, Patience patience) {
    call(json("surrender", surrender), BodyHandlers.ofByteArray(), USUAL, patience);
  }

  /// Whether a job is to be cancelled. The platform holds the request for `wait` until it is.
  public boolean isCancelled(String job, int attempt, String instance, Duration wait) {
    String path =
        "jobs/%s/cancellation?attempt=%d&instance=%s&wait_millis=%d"
            .formatted(job, attempt, instance, wait.toMillis());
    byte[] answer =
        call(request(path).GET(), BodyHandlers.ofByteArray(), wait.plus(GRACE), () -> false);
    return answer.length > 0
        && JsonCodec.read(answer, CancelNotice.class, "the platform's answer").cancel();
  }

  public ReportBatch.Receipt report(ReportBatch batch, Patience patience) {
    return post("report", batch, ReportBatch.Receipt.class, patience);
  }

  /// Stores a file under its hash.
  ///
  /// @param hash SHA-256, hex
  public void store(String hash, Path file, Patience patience) {
    try {
      var request =
          request("blobs/" + hash)
              .header("Content-Type", "application/octet-stream")
              .PUT(BodyPublishers.ofFile(file));
      call(request, BodyHandlers.ofByteArray(), timeFor(Files.size(file)), patience);
    } catch (FileNotFoundException e) {
      throw new AssayException(ErrorCode.IO, "%s is not there any more".formatted(file), e);
    } catch (IOException e) {
      throw new AssayException(ErrorCode.IO, "%s cannot be read: %s".formatted(file, e), e);
    }
  }

  /// Fetches a file by its hash, and holds it to it.
  ///
  /// @param target replaced when it exists; whole when this returns
  /// @param mostBytes what it may have; the line's speed is judged by it
  /// @throws AssayException `IO` when what comes is another file
  public void fetch(String hash, Path target, long mostBytes, Patience patience) {
    Path part = target.resolveSibling(target.getFileName() + ".part");
    try {
      call(request("blobs/" + hash).GET(), BodyHandlers.ofFile(part), timeFor(mostBytes), patience);
      String found = FileHash.of(part);
      if (!found.equals(hash)) {
        throw new AssayException(
            ErrorCode.IO,
            "the platform was asked for the file %s and sent %s".formatted(hash, found));
      }
      Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new AssayException(ErrorCode.IO, "%s could not be written: %s".formatted(target, e), e);
    }
  }

  private static Duration timeFor(long bytes) {
    return USUAL.plusSeconds(bytes / LEAST_BYTES_PER_SECOND);
  }

  private <T> T post(String path, Object document, Class<T> type, Patience patience) {
    byte[] answer = call(json(path, document), BodyHandlers.ofByteArray(), USUAL, patience);
    return JsonCodec.read(answer, type, "the platform's answer");
  }

  private HttpRequest.Builder json(String path, Object document) {
    return request(path)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(JsonCodec.toLine(document), StandardCharsets.UTF_8));
  }

  private HttpRequest.Builder request(String path) {
    var request = HttpRequest.newBuilder(URI.create(platform + "/api/v1/runner/" + path));
    if (key != null) {
      request.header("Authorization", "Bearer " + key);
    }
    return request;
  }

  private <T> T call(
      HttpRequest.Builder request,
      HttpResponse.BodyHandler<T> handler,
      Duration time,
      Patience patience) {
    HttpRequest built = request.timeout(time).build();
    for (int failures = 1; ; failures++) {
      Duration retryAfter = Duration.ZERO;
      AssayException failure;
      try {
        HttpResponse<T> response = exchange(built, handler, time);
        if (response.statusCode() / 100 == 2) {
          return response.body();
        }
        failure = ProblemAnswer.failure(built, response);
        retryAfter = ProblemAnswer.retryAfter(response.headers());
      } catch (AssayException e) {
        failure = e;
      }
      if (!ProblemAnswer.isPassing(failure.code()) || !patience.getAsBoolean()) {
        throw failure;
      }
      Duration wait = backoff.after(failures);
      waitBefore(retryAfter.compareTo(wait) > 0 ? retryAfter : wait, failure);
      if (!patience.getAsBoolean()) {
        throw failure;
      }
    }
  }

  private void waitBefore(Duration wait, AssayException failure) {
    Duration bounded = wait.compareTo(LONGEST_RETRY_AFTER) > 0 ? LONGEST_RETRY_AFTER : wait;
    trouble.heard(failure, bounded);
    try {
      pause.await(bounded);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /// The timeout of a request ends with the head of the answer, so the whole is waited for here.
  private <T> HttpResponse<T> exchange(
      HttpRequest request, HttpResponse.BodyHandler<T> handler, Duration time) {
    var answer = http.sendAsync(request, handler);
    try {
      return answer.get(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw unreachable(
          "it did not answer %s in %d s".formatted(request.uri().getPath(), time.toSeconds()), e);
    } catch (ExecutionException e) {
      throw unreachable(String.valueOf(e.getCause()), e);
    } catch (InterruptedException e) {
      answer.cancel(true);
      throw interrupted(e);
    }
  }

  private AssayException unreachable(String why, Exception e) {
    return new AssayException(
        ErrorCode.UNREACHABLE,
        "The platform %s cannot be reached: %s.".formatted(platform, why),
        e);
  }

  private static AssayException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new AssayException(ErrorCode.CANCELLED, "Interrupted.", e);
  }
}
