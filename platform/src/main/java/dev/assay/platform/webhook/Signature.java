package dev.assay.platform.webhook;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Signs deliveries, so that a receiver can tell ours from others and old ones from new: HMAC with
/// SHA-256 (RFC 2104) over the time in seconds, a dot, and the body.
final class Signature {
  private static final String ALGORITHM = "HmacSHA256";

  private Signature() {}

  /// Value of the header, as in `v1=5257a8…`.
  static String of(String secret, Instant at, byte[] body) {
    Mac mac = mac(secret);
    mac.update((at.getEpochSecond() + ".").getBytes(StandardCharsets.US_ASCII));
    return "v1=" + HexFormat.of().formatHex(mac.doFinal(body));
  }

  private static Mac mac(String secret) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.US_ASCII), ALGORITHM));
      return mac;
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }
}
