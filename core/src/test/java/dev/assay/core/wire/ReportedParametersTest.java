package dev.assay.core.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportedParametersTest {
  @Test
  void addsUpTheBitsOfTheModulus() {
    String json = "{\"ring_degree\":4096,\"modulus_bits\":[36,36,37]}";

    assertThat(ReportedParameters.parse(json.getBytes(UTF_8)))
        .isEqualTo(new ReportedParameters(4096, 109));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{}",
        "{\"ring_degree\":4096}",
        "{\"ring_degree\":4096,\"modulus_bits\":109}",
        "{\"ring_degree\":4096.5,\"modulus_bits\":[109]}",
        "{\"ring_degree\":4096,\"modulus_bits\":[-1]}",
        "{\"ring_degree\":4096,\"modulus_bits\":[1e400]}",
        "{\"ring_degree\":4096,\"modulus_bits\":[109],\"security\":128}"
      })
  void blamesTheBundleForAnythingElse(String json) {
    assertThatThrownBy(() -> ReportedParameters.parse(json.getBytes(UTF_8)))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BUNDLE_FAILED))
        .hasMessageContaining("parameters.json");
  }
}
