package dev.assay.cli.client;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.http.Problem;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The API of one platform. Failures come as the error that the platform names; where nobody
/// answers, as `UNREACHABLE`. Thread-safe.
public final class ApiClient {
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration USUAL = Duration.ofSeconds(60);
  private static final Duration UPLOAD = Duration.ofMinutes(10);
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final int TRIES = 3;
  private static final int OK = 200;
  private static final int REDIRECT = 300;

  private final Credentials.Login login;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  public ApiClient(Credentials.Login login) {
    this.login = login;
  }

  /// The root of a platform that a person named, without a slash at the end.
  ///
  /// @throws AssayException `USAGE`
  public static String rootOf(String text) {
    try {
      URI uri = URI.create(text);
      String scheme = String.valueOf(uri.getScheme());
      if ((scheme.equals("http") || scheme.equals("https")) && uri.getHost() != null) {
        return "%s://%s".formatted(scheme, uri.getRawAuthority());
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw new AssayException(
        ErrorCode.USAGE,
        "'%s' is no address of a platform; it is written as in https://assay.example.org"
            .formatted(SafeText.oneLine(text)));
  }

  public String platform() {
    return login.platform();
  }

  /// @param path below the root, as in `/api/v1/account`
  public <T> T get(String path, Class<T> type) {
    return read(call(request(path, USUAL).GET(), path), type);
  }

  /// The body as it came.
  public byte[] load(String path) {
    return call(request(path, UPLOAD).GET(), path);
  }

  public <T> T post(String path, Object body, Class<T> type) {
    return read(call(request(path, USUAL).POST(json(body)), path), type);
  }

  /// Repeats where no answer came, a few times: by its key the platform does it once.
  ///
  /// @param idempotencyKey the same for each repetition
  public <T> T post(String path, Object body, Class<T> type, String idempotencyKey) {
    var request = request(path, UPLOAD).header("Idempotency-Key", idempotencyKey).POST(json(body));
    for (int tries = 1; ; tries++) {
      try {
        return read(call(request, path), type);
      } catch (AssayException e) {
        if (e.code() != ErrorCode.UNREACHABLE || tries == TRIES) {
          throw e;
        }
        pause(PAUSE.multipliedBy(tries));
      }
    }
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssayException(ErrorCode.CANCELLED, "Cancelled.", e);
    }
  }

  public <T> T send(String method, String path, Object body, Class<T> type) {
    return read(call(request(path, USUAL).method(method, json(body)), path), type);
  }

  /// Stores a file on the platform.
  ///
  /// @param hash SHA-256 of its content, hex
  public void putBlob(String hash, Path file) {
    String path = "/api/v1/blobs/" + hash;
    try {
      call(
          request(path, UPLOAD)
              .setHeader("Content-Type", "application/octet-stream")
              .PUT(BodyPublishers.ofFile(file)),
          path);
    } catch (FileNotFoundException e) {
      throw new AssayException(ErrorCode.IO, "%s could not be read: %s".formatted(file, e), e);
    }
  }

  private static BodyPublisher json(Object body) {
    return BodyPublishers.ofByteArray(JsonCodec.toBytes(body));
  }

  private HttpRequest.Builder request(String path, Duration timeout) {
    var request =
        HttpRequest.newBuilder(URI.create(login.platform() + path))
            .timeout(timeout)
            .header("Accept", "application/json")
            .header("Content-Type", "application/json");
    if (login.token() != null) {
      request.header("Authorization", "Bearer " + login.token());
    }
    return request;
  }

  private byte[] call(HttpRequest.Builder request, String path) {
    HttpResponse<byte[]> answer = send(request.build(), BodyHandlers.ofByteArray());
    if (answer.statusCode() < OK || answer.statusCode() >= REDIRECT) {
      throw failure(answer.statusCode(), answer.body(), path);
    }
    return answer.body();
  }

  private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    try {
      return http.send(request, handler);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.UNREACHABLE,
          "Nobody answers at %s: %s. Is 'assay serve' at work there, and is the address right?"
              .formatted(login.platform(), reason(e)),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssayException(ErrorCode.CANCELLED, "Cancelled.", e);
    }
  }

  private static String reason(IOException e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
  }

  private <T> T read(byte[] answer, Class<T> type) {
    return JsonCodec.read(answer, type, "the answer of " + login.platform());
  }

  private AssayException failure(int status, byte[] body, String path) {
    try {
      Problem problem = JsonCodec.read(body, Problem.class, "the answer");
      return new AssayException(
          codeOf(problem), SafeText.oneLine(problem.detail()) + loginHint(problem));
    } catch (AssayException e) {
      return new AssayException(
          ErrorCode.UNREACHABLE,
          "%s%s was answered with %d, and not by a platform of Assay."
              .formatted(login.platform(), path, status),
          e);
    }
  }

  private String loginHint(Problem problem) {
    return problem.code().equals("not-authenticated") && login.token() == null
        ? " Log in with 'assay login %s'.".formatted(login.platform())
        : "";
  }

  private static ErrorCode codeOf(Problem problem) {
    String name = problem.code().toUpperCase(Locale.ROOT).replace('-', '_');
    return Arrays.stream(ErrorCode.values())
        .filter(code -> code.name().equals(name))
        .findFirst()
        .orElse(
            problem.status() >= 500
                ? ErrorCode.UNREACHABLE
                : problem.status() == 404 ? ErrorCode.NOT_FOUND : ErrorCode.REQUEST_INVALID);
  }

  /// Hears the events of a stream, until it ends or breaks.
  ///
  /// @throws AssayException as the platform names it; `UNREACHABLE` when the stream breaks
  public void events(String path, EventListener listener) {
    var request = request(path, Duration.ofDays(1)).setHeader("Accept", "text/event-stream").GET();
    HttpResponse<InputStream> answer = send(request.build(), BodyHandlers.ofInputStream());
    try (InputStream in = answer.body()) {
      if (answer.statusCode() != OK) {
        throw failure(answer.statusCode(), in.readAllBytes(), path);
      }
      read(in, listener);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.UNREACHABLE, "The stream of %s broke: %s".formatted(path, reason(e)), e);
    }
  }

  /// Hears one event.
  public interface EventListener {
    void heard(String event, byte[] document);
  }

  private static void read(InputStream in, EventListener listener) throws IOException {
    var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    String event = "message";
    @Nullable StringBuilder text = null;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.isEmpty() && text != null) {
        listener.heard(event, text.toString().getBytes(StandardCharsets.UTF_8));
        text = null;
      } else if (line.startsWith("event:")) {
        event = line.substring("event:".length()).strip();
      } else if (line.startsWith("data:")) {
        text = text == null ? new StringBuilder() : text.append('\n');
        text.append(line.substring("data:".length()).strip());
      }
    }
  }
}
