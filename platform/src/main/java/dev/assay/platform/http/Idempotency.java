package dev.assay.platform.http;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.access.Caller;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/// Carries out a request once, however often it is sent with the same `Idempotency-Key`
/// (draft-ietf-httpapi-idempotency-key-header). Keys are the account's own, and are known for a
/// week. Only what succeeded is kept: what failed may be sent again. Thread-safe.
public final class Idempotency {
  private static final int MOST_KEY_CHARACTERS = 200;

  /// Each holds a connection while its action takes another; all at once could hold every one.
  private static final int AT_ONCE = 2;

  private final Jdbi jdbi;
  private final IdempotencyRepository repository = new IdempotencyRepository();
  private final Semaphore turns = new Semaphore(AT_ONCE, true);

  public Idempotency(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /// @param json the body, kept as it is
  public record Answer(int status, String json) {}

  /// Answers as `action` does, or did. The action does all of its work in the transaction that it
  /// is given, so it happens exactly once, whatever is killed in between.
  ///
  /// @param requestHash tells one request from another, as in the SHA-256 of its body
  /// @throws AssayException `CONFLICT` when the key was used for another request
  public void onceIn(
      Exchange exchange, Caller caller, String requestHash, Function<Handle, Answer> action) {
    String key = exchange.header("Idempotency-Key").map(Idempotency::requireKey).orElse(null);
    Answer answer =
        key == null
            ? jdbi.inTransaction(action::apply)
            : jdbi.inTransaction(
                handle -> once(exchange, handle, caller.accountKey(), key, requestHash, action));
    write(exchange, answer);
  }

  /// As `onceIn`, with an action that has a transaction of its own. When the platform dies between
  /// that one's end and this one's, the request may be carried out again.
  public void once(Exchange exchange, Caller caller, String requestHash, Supplier<Answer> action) {
    if (exchange.header("Idempotency-Key").isEmpty()) {
      write(exchange, action.get());
      return;
    }
    turns.acquireUninterruptibly();
    try {
      onceIn(exchange, caller, requestHash, handle -> action.get());
    } finally {
      turns.release();
    }
  }

  /// Forgets old keys.
  public void sweep() {
    jdbi.useHandle(repository::sweep);
  }

  private Answer once(
      Exchange exchange,
      Handle handle,
      long account,
      String key,
      String requestHash,
      Function<Handle, Answer> action) {
    if (repository.begin(handle, account, key, requestHash)) {
      Answer answer = action.apply(handle);
      repository.end(handle, account, key, answer.status(), answer.json());
      return answer;
    }
    var given = repository.find(handle, account, key).orElseThrow();
    if (!given.requestHash().equals(requestHash)) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          "The Idempotency-Key '%s' was used for another request; take a new one.".formatted(key));
    }
    exchange.context().header("Idempotency-Replayed", "true");
    return new Answer(given.status(), given.response());
  }

  private static void write(Exchange exchange, Answer answer) {
    exchange.bytes(
        answer.status(), "application/json", answer.json().getBytes(StandardCharsets.UTF_8));
  }

  private static String requireKey(String key) {
    if (key.isEmpty()
        || key.length() > MOST_KEY_CHARACTERS
        || !key.chars().allMatch(unit -> unit > ' ' && unit < 0x7F)) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID,
          "An Idempotency-Key has 1 to %d visible ASCII characters."
              .formatted(MOST_KEY_CHARACTERS));
    }
    return key;
  }
}
