package dev.assay.bundle.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.EncryptionScheme;
import dev.assay.core.bundle.EnvelopeSpec;
import dev.assay.core.bundle.EnvelopeSpec.ConfigType;
import dev.assay.core.bundle.EnvelopeSpec.StageLimits;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.bundle.ValueType;
import dev.assay.core.unit.DataSize;
import dev.assay.core.wire.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EncryptedManifestTest {
  @TempDir Path folder;

  private BundleSpec read(String text) throws IOException {
    Files.writeString(folder.resolve("bundle.toml"), text);
    return BundleManifest.read(folder);
  }

  @Test
  void hasTheLimitsOfTheBundleWhereTheEnvelopeSaysNothing() throws IOException {
    BundleSpec spec = read(ErrorCase.text("base-encrypted.toml"));

    EnvelopeSpec envelope = spec.requireEnvelope();
    assertThat(spec.protocol()).isEqualTo(Protocol.ENCRYPTED);
    assertThat(spec.sample().warmup()).isEqualTo(3);
    assertThat(spec.bar().referenceHash()).isNull();
    assertThat(envelope.scheme()).isEqualTo(EncryptionScheme.CKKS);
    assertThat(envelope.packing()).isEqualTo(ElementType.F64);
    assertThat(envelope.securityBits()).isEqualTo(128);
    assertThat(envelope.mostCiphertexts()).isEqualTo(64);
    assertThat(envelope.build()).isNull();
    assertThat(envelope.config())
        .containsExactly(
            entry("ring_degree", new ConfigType(ElementType.U32, false)),
            entry("modulus_bits", new ConfigType(ElementType.U32, true)),
            entry("scale_bits", new ConfigType(ElementType.U32, false)));
    assertThat(envelope.limits())
        .isEqualTo(
            new StageLimits(
                Duration.ofSeconds(60),
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                DataSize.ofGibibytes(1)));
  }

  @Test
  void tellsSecretFromPublic() throws IOException {
    var signature = read(ErrorCase.text("base-encrypted.toml")).signature();

    assertThat(signature.secrets()).containsExactly("xs", "ys");
    assertThat(signature.inputs())
        .extractingByKey("xs")
        .extracting(ValueType::text)
        .isEqualTo("f64[N]");
    assertThat(signature.publicInputs()).containsOnlyKeys("ws");
    assertThat(signature.publicOutputs()).isEmpty();
    assertThat(signature.secretOutputs()).containsOnlyKeys("ys");
  }

  @Test
  void readsEverythingThatAnEnvelopeSays() throws IOException {
    BundleSpec spec =
        read(
            """
            [bundle]
            name = "inner-product/bfv"
            version = "1.0.0"
            protocol = "encrypted"
            reference = "solutions/reference"
            [signature]
            inputs = { a = "secret  u64[8]" }
            outputs = { sum = "secret u64", count = "u32" }
            [envelope]
            language = "cpp"
            scheme = "bfv"
            packing = "u64"
            security = 192
            most_ciphertexts = 2
            build = "make -f assay/build.mk CXXFLAGS=-O3"
            [envelope.config]
            degree = "u32"
            bits = "u16"
            name = "text"
            [envelope.parameters]
            ring_degree = "degree"
            modulus = "bits"
            [envelope.limits]
            keygen = "1m"
            encode = "1s"
            encrypt = "2s"
            decrypt = "3s"
            decode = "4s"
            memory = "3GiB"
            [[points]]
            name = "eight"
            [sample]
            seeds = "1-3"
            warmup = 0
            [bar]
            judged_by = "reference"
            reference_hash = "1111111111111111111111111111111111111111111111111111111111111111"
            """);

    EnvelopeSpec envelope = spec.requireEnvelope();
    assertThat(spec.bar().isJudgedByReference()).isTrue();
    assertThat(spec.sample().warmup()).isZero();
    assertThat(spec.signature().publicOutputs()).containsOnlyKeys("count");
    assertThat(envelope.securityBits()).isEqualTo(192);
    assertThat(envelope.mostCiphertexts()).isEqualTo(2);
    assertThat(envelope.build()).isEqualTo("make -f assay/build.mk CXXFLAGS=-O3");
    assertThat(envelope.config()).containsEntry("name", new ConfigType(null, false));
    assertThat(envelope.limits())
        .isEqualTo(
            new StageLimits(
                Duration.ofMinutes(1),
                Duration.ofSeconds(1),
                Duration.ofSeconds(2),
                Duration.ofSeconds(3),
                Duration.ofSeconds(4),
                DataSize.ofGibibytes(3)));
    assertThat(JsonCodec.read(JsonCodec.toBytes(spec), BundleSpec.class, "stored")).isEqualTo(spec);
  }
}
