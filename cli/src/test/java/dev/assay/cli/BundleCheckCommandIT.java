package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.runner.source.TreeCopy;
import dev.assay.runner.testkit.FaultyFixture;
import dev.assay.runner.testkit.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `assay bundle check` on the examples, and on bundles with planted faults.
class BundleCheckCommandIT {
  private static final List<String> SURROUNDINGS =
      List.of(
          "by-date",
          "by-clock",
          "by-chance",
          "by-locale",
          "by-time-zone",
          "by-host-name",
          "by-user",
          "by-working-directory",
          "by-folder",
          "by-hash-seed",
          "by-cores",
          "by-place",
          "by-company");

  @TempDir private static Path folder;
  private static CommandFixture command;

  @BeforeAll
  static void open() {
    command = CommandFixture.open(folder);
  }

  @Test
  void provesAnExample() throws IOException {
    assertProven("linear-solve");
  }

  @Tag("soak")
  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"text-frequencies", "polymul-negacyclic"})
  void provesTheOtherExamples(String name) throws IOException {
    assertProven(name);
  }

  private static void assertProven(String name) throws IOException {
    var result =
        command.assay("bundle", "check", Folders.repository().resolve("examples/bundles/" + name));

    assertThat(result.code()).as(result.out() + result.err()).isZero();
    assertThat(result.out()).endsWith("all hold\n").doesNotContain("FAIL");
    assertThat(command.census()).isEmpty();
  }

  @Test
  void findsInputsThatDependOnMoreThanBundlePointAndSeed() throws IOException {
    var points = Stream.concat(SURROUNDINGS.stream(), Stream.of("sound")).toList();
    Path bundle = FaultyFixture.bundle(folder.resolve("surroundings"), points, "");

    var result = command.assay("bundle", "check", bundle);

    assertThat(result.code()).isEqualTo(3);
    List<String> found =
        result.out().lines().filter(line -> line.startsWith("FAIL  make:")).toList();
    for (String point : SURROUNDINGS) {
      assertThat(found)
          .as(point)
          .anyMatch(line -> line.contains("at %s differ: seed 1 cases/x.bin".formatted(point)));
    }
    assertThat(found).hasSize(2).noneMatch(line -> line.contains("sound"));
    assertThat(result.out()).contains("FAIL  reference: the manifest names no reference solution");
  }

  @Test
  void findsAVerifierThatAcceptsEverythingOrStumbles() throws IOException {
    Path bundle =
        FaultyFixture.bundleWithReference(
            folder.resolve("verifiers"), List.of("verify-accepts-all", "verify-stumbles", "sound"));

    var result = command.assay("bundle", "check", bundle);

    assertThat(result.code()).isEqualTo(3);
    assertThat(result.out())
        .contains(
            "FAIL  refusals at verify-accepts-all: the verifier accepted or failed on answers spoiled by: sign, high-bit, zeros, nan, infinity, short, long, missing, swapped.")
        .containsPattern("FAIL  refusals at verify-stumbles: .* spoiled by: short \\(")
        .contains("ok    refusals at sound: 9 kinds of spoiled answers are refused")
        .endsWith("2 of 7 checks do not hold\n");
    assertThat(command.census()).isEmpty();
  }

  @Test
  void findsAReferenceThatFailsAndSolutionsThatDoNotEndAsTheySay() throws IOException {
    Path bundle =
        FaultyFixture.bundleWithReference(
            folder.resolve("reference"), List.of("sound", "no-answer"));
    solution(bundle, "ends-as-it-says", "expect = \"fail\"\nstatuses = [\"wrong\"]");
    solution(bundle, "fails-otherwise", "expect = \"fail\"\nstatuses = [\"timeout\"]");
    solution(bundle, "passes-it-says", "expect = \"pass\"");
    solution(bundle, "says-nothing", "");

    var result = command.assay("bundle", "check", bundle);

    assertThat(result.code()).isEqualTo(3);
    assertThat(result.out())
        .contains("FAIL  reference: solutions/reference does not pass: no-answer: 2 of 3 cases ok")
        .contains("ok    solutions/ends-as-it-says: ends as fail, as it says")
        .contains("FAIL  solutions/fails-otherwise: no case came out as timeout")
        .contains("FAIL  solutions/passes-it-says: was to end as pass: no-answer: 2 of 3 cases ok")
        .contains("FAIL  solutions/says-nothing: says no `expect`");
  }

  private static void solution(Path bundle, String name, String expectation) throws IOException {
    Path folder = bundle.resolve("solutions").resolve(name);
    TreeCopy.copy(bundle.resolve("solutions/reference"), folder);
    Path manifest = folder.resolve("solution.toml");
    Files.writeString(
        manifest, Files.readString(manifest).replace("\n[build]", expectation + "\n\n[build]"));
  }

  @Test
  void findsAMakeThatFails() throws IOException {
    Path bundle =
        FaultyFixture.bundle(
            folder.resolve("make"), List.of("sound", "make-exits", "make-too-few-bytes"), "");

    var result = command.assay("bundle", "check", bundle);

    assertThat(result.code()).isEqualTo(3);
    assertThat(result.out())
        .containsPattern("FAIL  make at make-exits: .*cannot find the seventh moon")
        .contains("FAIL  make at make-too-few-bytes: cases/000001/x.bin has 7 bytes");
  }
}
