package dev.assay.platform.store;

import java.security.SecureRandom;
import java.util.random.RandomGenerator;

/// Ids that people see: ten letters and digits without those that look alike, 50 random bits.
public final class PublicId {
  private static final String DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
  private static final int LENGTH = 10;

  private final RandomGenerator random;

  public PublicId(SecureRandom random) {
    this.random = random;
  }

  public String next() {
    var text = new StringBuilder(LENGTH);
    for (int i = 0; i < LENGTH; i++) {
      text.append(DIGITS.charAt(random.nextInt(DIGITS.length())));
    }
    return text.toString();
  }
}
