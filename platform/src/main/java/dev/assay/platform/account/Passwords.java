package dev.assay.platform.account;

import com.password4j.Argon2Function;
import com.password4j.Password;
import com.password4j.types.Argon2;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.security.SecureRandom;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Hashes and checks passwords with Argon2id: 19 MiB, two passes, one lane, which is what OWASP's
/// password storage cheat sheet asks for at least. Two are worked on at once, so a flood of logins
/// takes no more memory. Thread-safe.
final class Passwords {
  static final int LEAST_CHARACTERS = 12;
  static final int MOST_CHARACTERS = 256;

  private static final int MEMORY_KIB = 19_456;
  private static final int PASSES = 2;
  private static final int LANES = 1;
  private static final int HASH_BYTES = 32;
  private static final int SALT_BYTES = 16;
  private static final int AT_ONCE = 2;

  /// Of no password: what a name without one is checked against, so it takes as long.
  private static final String NOBODYS =
      "$argon2id$v=19$m=19456,t=2,p=1$Zm9yIG5vYm9keSBhdGFs$"
          + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

  private final SecureRandom random;
  private final Semaphore turns = new Semaphore(AT_ONCE, true);

  Passwords(SecureRandom random) {
    this.random = random;
  }

  /// @throws AssayException `REQUEST_INVALID` when it is too short or too long
  String hash(String password) {
    int length = password.codePointCount(0, password.length());
    if (length < LEAST_CHARACTERS || length > MOST_CHARACTERS) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID,
          "A password has %d to %d characters, this one has %d."
              .formatted(LEAST_CHARACTERS, MOST_CHARACTERS, length));
    }
    byte[] salt = new byte[SALT_BYTES];
    random.nextBytes(salt);
    var argon = Argon2Function.getInstance(MEMORY_KIB, PASSES, LANES, HASH_BYTES, Argon2.ID);
    return inTurn(() -> Password.hash(password).addSalt(salt).with(argon).getResult());
  }

  /// Whether it is the one; takes as long when there is none.
  ///
  /// @param hash absent when the name is unknown or has no password
  boolean matches(String password, @Nullable String hash) {
    if (password.length() > 2 * MOST_CHARACTERS) {
      return false;
    }
    String expected = hash == null ? NOBODYS : hash;
    var argon = Argon2Function.getInstanceFromHash(expected);
    boolean same = inTurn(() -> Password.check(password, expected).with(argon));
    return same && hash != null;
  }

  private <T> T inTurn(Supplier<T> work) {
    turns.acquireUninterruptibly();
    try {
      return work.get();
    } finally {
      turns.release();
    }
  }
}
