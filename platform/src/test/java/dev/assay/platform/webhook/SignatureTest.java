package dev.assay.platform.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SignatureTest {
  /// Computed with `printf '%s.%s' 1790000000 '{"event":"ping"}' | openssl dgst -sha256 -hmac …`.
  @Test
  void isWhatOpensslSays() {
    String signature =
        Signature.of(
            "assay_hook_test",
            Instant.ofEpochSecond(1_790_000_000, 999),
            "{\"event\":\"ping\"}".getBytes(StandardCharsets.UTF_8));

    assertThat(signature)
        .isEqualTo("v1=bf7640ce1e35af540fc128116604afbfe6a0b1d7c968e8f8811dd83d4d11c5c6");
  }
}
