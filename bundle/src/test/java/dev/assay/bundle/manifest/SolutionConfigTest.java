package dev.assay.bundle.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.EncryptionScheme;
import dev.assay.core.bundle.EnvelopeSpec;
import dev.assay.core.bundle.EnvelopeSpec.ConfigType;
import dev.assay.core.bundle.EnvelopeSpec.StageLimits;
import dev.assay.core.encrypted.SecurityFloor.Verdict;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.EncryptedPoint.Security;
import dev.assay.core.unit.DataSize;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SolutionConfigTest {
  private static final EnvelopeSpec ENVELOPE = envelope();

  @TempDir Path folder;

  private static EnvelopeSpec envelope() {
    Map<String, ConfigType> config = new LinkedHashMap<>();
    config.put("ring_degree", new ConfigType(ElementType.U32, false));
    config.put("modulus_bits", new ConfigType(ElementType.U8, true));
    config.put("scale", new ConfigType(ElementType.F64, false));
    config.put("note", new ConfigType(null, false));
    config.put("names", new ConfigType(null, true));
    Duration time = Duration.ofSeconds(1);
    return new EnvelopeSpec(
        "python",
        EncryptionScheme.CKKS,
        ElementType.F64,
        128,
        config,
        "ring_degree",
        "modulus_bits",
        new StageLimits(time, time, time, time, time, DataSize.ofMebibytes(64)));
  }

  private SolutionConfig read(String text) throws IOException {
    Files.writeString(folder.resolve("config.jsonc"), text);
    return SolutionConfig.read(folder, ENVELOPE);
  }

  /// The message without its first line, which names the file's path.
  private String errorsOf(String text) throws IOException {
    Files.writeString(folder.resolve("config.jsonc"), text);
    AssayException thrown =
        catchThrowableOfType(AssayException.class, () -> SolutionConfig.read(folder, ENVELOPE));
    assertThat(thrown.code()).isEqualTo(ErrorCode.SOLUTION_INVALID);
    return String.join("\n", thrown.getMessage().lines().skip(1).toList());
  }

  @Test
  void readsCommentsAndCommasAfterTheLastElement() throws IOException {
    SolutionConfig config =
        read(
            """
            // Two levels are enough.
            {
              "names": [],  /* none */
              "modulus_bits": [60, 40, 60,],
              "ring_degree": 8192,
              "note": "a \\"word\\"\\n\\u0001 é",
              "scale": 1.50e3,
            }
            """);

    assertThat(config.json())
        .isEqualTo(
            "{\"ring_degree\":8192,\"modulus_bits\":[60,40,60],\"scale\":1500,\"note\":\"a \\\"word\\\"\\n\\u0001 é\",\"names\":[]}");
    assertThat(config.ringDegree()).isEqualTo(8192);
    assertThat(config.modulusBits()).extracting(BigInteger::intValue).containsExactly(60, 40, 60);
  }

  @Test
  void saysHowSecureTheParametersAre() throws IOException {
    String text =
        "{\"ring_degree\": %d, \"modulus_bits\": [60, 40], \"scale\": 1, \"note\": \"\", \"names\": []}";

    assertThat(read(text.formatted(4096)).security(ENVELOPE))
        .isEqualTo(new Verdict.Accepted(new Security(128, 128, 4096, 100, 109)));
    assertThat(read(text.formatted(2048)).security(ENVELOPE))
        .isEqualTo(
            new Verdict.Refused(
                "the parameters are refused: 100 bits of modulus at ring degree 2048; for 128 bits of security the standard's table allows 54 at most"));
  }

  @Test
  void keepsNumbersExactly() throws IOException {
    String text =
        "{\"ring_degree\": 4294967295, \"modulus_bits\": [0, 255], \"scale\": %s, \"note\": \"\", \"names\": [\"x\"]}";

    assertThat(read(text.formatted("0.1000")).json()).contains("\"scale\":0.1,");
    assertThat(read(text.formatted("-1e-300")).json()).contains("\"scale\":-1E-300,");
    assertThat(read(text.formatted("1e300")).json()).contains("\"scale\":1E+300,");
    assertThat(read(text.formatted("1099511627776")).json()).contains("\"scale\":1099511627776,");
  }

  @Test
  void saysAllThatIsWrongAtOnce() throws IOException {
    assertThat(
            errorsOf(
                """
                {
                  "ring_degre": 8192,
                  "modulus_bits": [60, 256, -1, 4.0, "40"],
                  "scale": "1",
                  "note": 3,
                  "note": "again",
                  "colour": {"deep": [1, {}]},
                  "names": "x"
                }
                """))
        .isEqualTo(
            """
            config.jsonc:1:1: ring_degree: missing; expected an integer (u32)
            config.jsonc:2:3: ring_degre: unknown key; did you mean 'ring_degree'? Allowed: ring_degree, modulus_bits, scale, note, names
            config.jsonc:3:24: modulus_bits[1]: 256 is out of range of u8; allowed: 0 to 255
            config.jsonc:3:29: modulus_bits[2]: -1 is out of range of u8; allowed: 0 to 255
            config.jsonc:3:33: modulus_bits[3]: expected an integer (u8), got the number 4.0
            config.jsonc:3:38: modulus_bits[4]: expected an integer (u8), got the text '40'
            config.jsonc:4:3: scale: expected a number (f64), got the text '1'
            config.jsonc:5:3: note: expected a text, got the number 3
            config.jsonc:6:3: note: stands in line 5 already
            config.jsonc:7:3: colour: unknown key; allowed: ring_degree, modulus_bits, scale, note, names
            config.jsonc:8:3: names: expected a list, and in it a text, got the text 'x'\
            """);
  }

  @Test
  void namesTheOtherKindsOfValues() throws IOException {
    assertThat(
            errorsOf(
                """
                {"ring_degree": null, "modulus_bits": {}, "scale": [1], "note": true, "names": [[], 1e999]}
                """))
        .isEqualTo(
            """
            config.jsonc:1:2: ring_degree: expected an integer (u32), got null
            config.jsonc:1:23: modulus_bits: expected a list, and in it an integer (u8), got an object
            config.jsonc:1:43: scale: expected a number (f64), got a list
            config.jsonc:1:57: note: expected a text, got true
            config.jsonc:1:81: names[0]: expected a text, got a list
            config.jsonc:1:85: names[1]: expected a text, got the number 1e999\
            """);
  }

  @Test
  void refusesANumberThatIsNoDouble() throws IOException {
    assertThat(
            errorsOf(
                "{\"ring_degree\": 1, \"modulus_bits\": [1], \"scale\": 1e999, \"note\": \"\", \"names\": []}"))
        .isEqualTo("config.jsonc:1:41: scale: 1e999 is out of range of f64");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{} {}",
        "{",
        "{\"a\" 1}",
        "{'ring_degree': 1}",
        "{ring_degree: 1}",
        "{\"scale\": NaN}",
        "{\"scale\": +1}",
        "{\"scale\": 01}",
        "{,}",
        "# no comment\n{}",
        "{} /* open"
      })
  void refusesWhatIsNoJsonWithAPlace(String text) throws IOException {
    assertThat(errorsOf(text)).startsWith("config.jsonc:");
  }

  @Test
  void survivesDeepNesting() throws IOException {
    assertThat(errorsOf("{\"colour\": " + "[".repeat(30_000))).contains("config.jsonc:1:");
  }

  @Test
  void saysWhichKeysAreDueWhereThereIsNoFile() {
    assertThat(
            catchThrowableOfType(AssayException.class, () -> SolutionConfig.read(folder, ENVELOPE)))
        .hasMessage(
            "There is no file %s; an encrypted solution says there what it chose: ring_degree (u32), modulus_bits (u8[]), scale (f64), note (text), names (text[])."
                .formatted(folder.resolve("config.jsonc")));
  }

  @Test
  void followsNoLink(@TempDir Path elsewhere) throws IOException {
    Path other = Files.writeString(elsewhere.resolve("secret"), "{}");
    Files.createSymbolicLink(folder.resolve("config.jsonc"), other);

    assertThat(
            catchThrowableOfType(AssayException.class, () -> SolutionConfig.read(folder, ENVELOPE)))
        .hasMessageStartingWith("There is no file ");
  }

  @Test
  void refusesAFileThatIsTooLargeOrNoText() throws IOException {
    Files.writeString(folder.resolve("config.jsonc"), " ".repeat(64 * 1024 + 1));
    assertThat(
            catchThrowableOfType(AssayException.class, () -> SolutionConfig.read(folder, ENVELOPE)))
        .hasMessageEndingWith("is larger than 64 KiB, which is the most a config may hold.");

    Files.write(folder.resolve("config.jsonc"), "{\"é\"}".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(
            catchThrowableOfType(AssayException.class, () -> SolutionConfig.read(folder, ENVELOPE)))
        .hasMessageContaining("is not valid UTF-8");
  }
}
