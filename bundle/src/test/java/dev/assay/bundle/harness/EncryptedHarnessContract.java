package dev.assay.bundle.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.bundle.manifest.SolutionConfig;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.encrypted.SecurityFloor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What every language's harness does with the stages of an encrypted solution.
///
/// The envelope of the tests hides each number behind a key that is added to it, so it knows sums
/// and products with public numbers. Its ciphertexts name their key, and `load_ciphertext` refuses
/// what is cut or of another key. The solution gives `ys = weight * xs + shift` and `note =
/// "noted"`, and does what `weight` asks for: 101 fails in `run` with `one\ntwo`, 102 returns no
/// ciphertext, 103 returns its input, 104 fails in `encode` with `too large`, 105 fails in `decode`
/// with `odd`.
abstract class EncryptedHarnessContract {
  private static final String CONFIG =
      "{\"ring_degree\":4096,\"modulus_bits\":[50,50],\"scale\":0.5,\"label\":\"a \\\"b\\\"\",\"shift\":7}";
  private static final int N = 4;

  @TempDir static Path builds;
  @TempDir Path folder;

  /// The language under test.
  abstract String language();

  /// The envelope, by the names of its files.
  abstract Map<String, String> envelope();

  /// The solution, by the names of its files.
  abstract Map<String, String> solution();

  /// Skips where the tools are not there.
  abstract void assumeTools();

  @BeforeEach
  void needsTools() {
    assumeTools();
  }

  private BundleSpec bundle() {
    return TestBundles.encrypted(language());
  }

  private Path bundleFolder() throws IOException {
    Path bundle = builds.resolve(language() + "-bundle");
    Path own = Files.createDirectories(bundle.resolve("envelope"));
    for (var file : envelope().entrySet()) {
      Files.writeString(own.resolve(file.getKey()), file.getValue());
    }
    return bundle;
  }

  /// The author's folder, built. Tests share it, so they leave it as it is.
  private Path built() throws Exception {
    Path folder = builds.resolve(language() + "-solution");
    if (!Files.exists(folder)) {
      Files.createDirectories(folder);
      for (var file : solution().entrySet()) {
        Files.writeString(folder.resolve(file.getKey()), file.getValue());
      }
      Overlay.lay(folder, Harnesses.require(language()), bundle(), bundleFolder());
      build(folder);
    }
    return folder;
  }

  private Path vault() throws Exception {
    Path folder = builds.resolve(language() + "-vault");
    if (!Files.exists(folder)) {
      Overlay.layVault(folder, bundle(), bundleFolder());
      build(folder);
    }
    return folder;
  }

  private void build(Path folder) throws Exception {
    String command = Harnesses.require(language()).defaultBuildCommand();
    if (command != null) {
      var flags =
          Map.of(
              "CXXFLAGS", "-std=c++20 -O1 -Wall -Wextra -Werror",
              "ENVELOPE_CXXFLAGS", "-std=c++20 -O1 -Wall -Wextra -Werror");
      var result = Programs.execute(folder, flags, "sh", "-c", command);
      assertThat(result.exitCode()).as(result.output()).isZero();
    }
  }

  /// A directory of one stage, with nothing but the point.
  private Path stage(String name, int cases) throws IOException {
    Path stage = folder.resolve(name);
    Files.createDirectories(stage.resolve("point"));
    Files.createDirectories(stage.resolve("out"));
    Files.writeString(
        stage.resolve("manifest.json"),
        "{\"point\":{\"N\":%d},\"derived\":{},\"cases\":%d,\"encrypted\":{\"scheme\":\"bfv\",\"packing\":\"i64\",\"security\":128}}"
            .formatted(N, cases));
    Files.writeString(stage.resolve("config.json"), CONFIG);
    for (int index = 0; index < cases; index++) {
      Files.createDirectories(stage.resolve("cases/%06d".formatted(index)));
    }
    return stage;
  }

  private FakeRunner start(Path program, String stage, Path directory) throws IOException {
    return FakeRunner.start(program, directory, Map.of("ASSAY_STAGE", stage));
  }

  private static byte[] bytes(long... values) {
    var buffer = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (long value : values) {
      buffer.putLong(value);
    }
    return buffer.array();
  }

  private static void move(Path from, Path to, String pattern) throws IOException {
    Files.createDirectories(to);
    try (var files = Files.newDirectoryStream(from, pattern)) {
      for (Path file : files) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  private static void write(Path directory, int index, String name, byte[] content)
      throws IOException {
    Files.write(directory.resolve("cases/%06d/%s.bin".formatted(index, name)), content);
  }

  /// A sealed case, in the directory of a server.
  private Path sealed(long weight, long... xs) throws Exception {
    Path encode = stage("encode", 1);
    write(encode, 0, "xs", bytes(xs));
    write(encode, 0, "weight", bytes(weight));
    try (var runner = start(built(), "encode", encode)) {
      assertThat(runner.hear()).as(runner.standardError()).isEqualTo("ready");
      assertThat(runner.ask("case 0")).as(runner.standardError()).matches("done 0 [1-9]\\d*");
    }
    Path seal = stage("seal", 1);
    move(encode.resolve("out/000000"), seal.resolve("cases/000000"), "packing-*");
    try (var runner = start(vault(), "seal", seal)) {
      assertThat(runner.hear())
          .as(runner.standardError())
          .matches("ready keygen=\\d+ save_keys=\\d+");
      assertThat(runner.ask("case 0"))
          .as(runner.standardError())
          .matches("done 0 [1-9]\\d* save=\\d+");
      runner.say("end");
      assertThat(runner.exitCode()).isZero();
    }
    Path server = stage("server", 1);
    move(seal.resolve("out/keys"), server.resolve("keys"), "*");
    move(seal.resolve("out/000000"), server.resolve("cases/000000"), "ciphertext-*");
    write(server, 0, "weight", bytes(weight));
    return server;
  }

  /// What the server gave, in the directory of the client that opens it.
  private Path served(Path server) throws Exception {
    Path open = stage("open", 1);
    Path seal = folder.resolve("seal");
    move(seal.resolve("out/keys"), open.resolve("keys"), "*");
    move(seal.resolve("out/secret"), open.resolve("secret"), "*");
    move(server.resolve("out/000000"), open.resolve("cases/000000"), "ciphertext-*");
    return open;
  }

  @Test
  void computesInFiveProcesses() throws Exception {
    Path server = sealed(3, 1, -2, 3, 1L << 40);
    try (var runner = start(built(), "server", server)) {
      assertThat(runner.hear())
          .as(runner.standardError())
          .matches("ready load_keys=\\d+ init=\\d+");
      assertThat(runner.ask("case 0"))
          .as(runner.standardError())
          .matches("done 0 [1-9]\\d* load=\\d+ save=\\d+");
      runner.say("end");
      assertThat(runner.exitCode()).isZero();
    }
    assertThat(server.resolve("out/000000/note.bin"))
        .hasBinaryContent("noted".getBytes(StandardCharsets.US_ASCII));
    Path open = served(server);
    try (var runner = start(vault(), "open", open)) {
      assertThat(runner.hear()).as(runner.standardError()).matches("ready load_keys=\\d+");
      assertThat(runner.ask("case 0"))
          .as(runner.standardError())
          .matches(
              "done 0 [1-9]\\d* load=\\d+ inspect=\\d+ noise_budget_bits=12\\.5 level=2(\\.0)?");
    }
    Path decode = stage("decode", 1);
    move(open.resolve("out/000000"), decode.resolve("cases/000000"), "plain-*");
    try (var runner = start(built(), "decode", decode)) {
      assertThat(runner.hear()).as(runner.standardError()).isEqualTo("ready");
      assertThat(runner.ask("case 0")).as(runner.standardError()).matches("done 0 [1-9]\\d*");
    }

    assertThat(decode.resolve("out/000000/ys.bin"))
        .hasBinaryContent(bytes(10, 1, 16, 3 * (1L << 40) + 7));
    assertThat(decode.resolve("out/000000/note.bin")).doesNotExist();
  }

  @Test
  void keepsPublicAndSecretKeysApart() throws Exception {
    sealed(1, 1, 2, 3, 4);

    assertThat(folder.resolve("seal/out/keys/tag.bin")).isRegularFile();
    assertThat(folder.resolve("seal/out/keys/key.bin")).doesNotExist();
    assertThat(folder.resolve("seal/out/secret/key.bin")).isRegularFile();
    assertThat(folder.resolve("seal/out/parameters.json"))
        .content()
        .matches("\\{\"ring_degree\": ?4096, ?\"modulus_bits\": ?\\[50, ?50]}\\s*");
  }

  @Test
  void livesOnAfterAFailureOfTheServer() throws Exception {
    Path server = sealed(101, 1, 2, 3, 4);
    try (var runner = start(built(), "server", server)) {
      assertThat(runner.hear()).startsWith("ready ");
      assertThat(runner.ask("case 0")).matches("failed 0 .*one two.*");
      write(server, 0, "weight", bytes(1));
      assertThat(runner.ask("case 0")).startsWith("done 0 ");
    }
  }

  @Test
  void writesNothingWhereTheServerReturnsNothing() throws Exception {
    Path server = sealed(102, 1, 2, 3, 4);
    try (var runner = start(built(), "server", server)) {
      runner.hear();
      assertThat(runner.ask("case 0")).as(runner.standardError()).startsWith("done 0 ");
    }

    assertThat(server.resolve("out/000000/ciphertext-000.bin")).doesNotExist();
  }

  @Test
  void saysWhatCannotBeOpened() throws Exception {
    Path server = sealed(1, 1, 2, 3, 4);
    Path ciphertext = server.resolve("cases/000000/ciphertext-000.bin");
    byte[] whole = Files.readAllBytes(ciphertext);
    byte[] foreign = whole.clone();
    foreign[0] ^= 1;
    for (byte[] wrong : new byte[][] {foreign, java.util.Arrays.copyOf(whole, 9), new byte[0]}) {
      Files.write(ciphertext, wrong);
      Path open = folder.resolve("open");
      if (!Files.exists(open)) {
        Files.createDirectories(server.resolve("out/000000"));
        open = served(server);
      }
      write(open, 0, "ciphertext-000", wrong);
      try (var runner = start(vault(), "open", open)) {
        runner.hear();
        assertThat(runner.ask("case 0")).matches("failed 0 .*(other key|cut).*");
      }
    }
  }

  @Test
  void refusesAVectorThatIsNone() throws Exception {
    Path seal = stage("seal", 1);
    write(seal, 0, "packing-000", new byte[12]);
    try (var runner = start(vault(), "seal", seal)) {
      runner.hear();
      assertThat(runner.ask("case 0")).matches("failed 0 .*packing-000.bin has 12 bytes.*");
    }
  }

  @Test
  void failsInTheStageThatFails() throws Exception {
    Path encode = stage("encode", 1);
    write(encode, 0, "xs", bytes(1, 2, 3, 4));
    write(encode, 0, "weight", bytes(104));
    try (var runner = start(built(), "encode", encode)) {
      runner.hear();
      assertThat(runner.ask("case 0")).matches("failed 0 .*too large");
    }
    Path decode = stage("decode", 1);
    write(decode, 0, "plain-000", bytes(105, 2, 3, 4));
    try (var runner = start(built(), "decode", decode)) {
      runner.hear();
      assertThat(runner.ask("case 0")).matches("failed 0 .*odd");
    }
  }

  @Test
  void refusesAnOutputOfTheWrongSize() throws Exception {
    Path decode = stage("decode", 1);
    write(decode, 0, "plain-000", bytes(1, 2, 3));
    try (var runner = start(built(), "decode", decode)) {
      runner.hear();
      assertThat(runner.ask("case 0")).matches("failed 0 .*ys.*");
    }

    assertThat(decode.resolve("out/000000/ys.bin")).doesNotExist();
  }

  @Test
  void doesAllStagesInOneProcess() throws Exception {
    Path joined = joined(2, 5);
    try (var runner = start(built(), "joined", joined)) {
      assertThat(runner.hear())
          .as(runner.standardError())
          .matches("ready keygen=\\d+ save_keys=\\d+ load_keys=\\d+ init=\\d+");
      assertThat(runner.ask("case 1"))
          .as(runner.standardError())
          .matches(
              "done 1 [1-9]\\d* encode=\\d+ encrypt=\\d+ save=\\d+ load=\\d+ save_answer=\\d+ load_answer=\\d+ inspect=\\d+ decrypt=\\d+ decode=\\d+"
                  + " ciphertexts_in=1 ciphertexts_out=1 noise_budget_bits=12\\.5 level=2(\\.0)?");
      runner.say("end");
      assertThat(runner.exitCode()).isZero();
    }

    assertThat(joined.resolve("out/000001/ys.bin")).hasBinaryContent(bytes(12, 17, 22, 27));
    assertThat(joined.resolve("out/000001/note.bin")).isRegularFile();
    assertThat(joined.resolve("out/000000")).doesNotExist();
  }

  /// Cases with these weights, and 1, 2, 3, 4 to be multiplied.
  private Path joined(long... weights) throws IOException {
    Path joined = stage("joined", weights.length);
    for (int index = 0; index < weights.length; index++) {
      write(joined, index, "xs", bytes(1, 2, 3, 4));
      write(joined, index, "weight", bytes(weights[index]));
    }
    return joined;
  }

  @Test
  void doesAllCasesByHandWithTheAuthorsOwnConfig() throws Exception {
    Path joined = joined(2, 101, 5);
    Files.delete(joined.resolve("config.json"));
    Files.writeString(
        built().resolve("config.jsonc"),
        """
        // For trials by hand.
        {"ring_degree": 4096, /* small */ "modulus_bits": [50, 50,], "scale": 1, "label": "// no, \\"comment\\", ]",
         "shift": -1,
        }
        """);

    var result = Programs.execute(built(), Map.of(), "./solution", joined.toString());

    assertThat(result.exitCode()).as(result.output()).isEqualTo(1);
    assertThat(result.output()).contains("2 of 3 cases answered");
    assertThat(joined.resolve("out/000002/ys.bin")).hasBinaryContent(bytes(4, 9, 14, 19));
    String row =
        "\\{\"i\":%d,\"seconds\":[\\d.e-]+,\"status\":\"ok\",\"encoding_s\":[\\d.e-]+,\"encrypt_s\":[\\d.e-]+,"
            + "\"decrypt_s\":[\\d.e-]+,\"decoding_s\":[\\d.e-]+,\"ciphertexts_in\":1,\"ciphertexts_out\":1}";
    assertThat(joined.resolve("out/results.json"))
        .content()
        .matches(
            "(?s)\\{\"envelope_s\":[\\d.]+,\"init_s\":[\\d.]+,\"cases\":\\[\\s*"
                + row.formatted(0)
                + ",\\s*\\{\"i\":1,\"status\":\"crashed\",\"note\":\"[^\\n]+\"},\\s*"
                + row.formatted(2)
                + "\\s*]}\\s*");
  }

  @Test
  void scaffoldsASolutionThatAnswersWithZeros() throws Exception {
    Path solution = folder.resolve("new");
    new SolutionScaffold(bundle(), Harnesses.require(language()), bundleFolder()).create(solution);
    build(solution);
    Path joined = joined(2);

    var result = Programs.execute(solution, Map.of(), "./solution", joined.toString());

    assertThat(result.exitCode()).as(result.output()).isZero();
    assertThat(joined.resolve("out/000000/ys.bin")).hasBinaryContent(new byte[8 * N]);
    assertThat(joined.resolve("out/000000/note.bin")).isEmptyFile();
    assertThat(
            SolutionConfig.read(solution, bundle().requireEnvelope())
                .security(bundle().requireEnvelope()))
        .isInstanceOf(SecurityFloor.Verdict.Accepted.class);
  }

  @Test
  void endsOnALineThatIsNotDue() throws Exception {
    Path joined = joined(1);
    for (String line : new String[] {"case 1", "case x", "stop"}) {
      try (var runner = start(built(), "joined", joined)) {
        assertThat(runner.hear()).as(runner.standardError()).startsWith("ready ");
        assertThat(runner.ask(line)).as(line).isNull();
        assertThat(runner.exitCode()).isEqualTo(1);
      }
    }
  }

  @Test
  void saysWhenAStageIsNone() throws Exception {
    Path joined = joined(1);

    var result =
        Programs.execute(built(), Map.of("ASSAY_STAGE", "guess"), "./solution", joined.toString());

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.output()).contains("no case can be done: ").contains("guess");
  }
}
