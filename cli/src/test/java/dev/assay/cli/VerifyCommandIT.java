package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.runner.source.TreeCopy;
import dev.assay.runner.testkit.FaultyFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `assay verify` on one run, as it is and tampered with.
class VerifyCommandIT {
  private static final List<String> POINTS = List.of("sound", "no-answer", "verify-exits");

  @TempDir private static Path folder;
  private static CommandFixture command;
  private static Path bundle;
  private static Path run;

  @BeforeAll
  static void measure() throws IOException {
    command = CommandFixture.open(folder);
    bundle = FaultyFixture.bundle(folder, POINTS, FaultyFixture.SHORT_LIMITS);
    Path solution = FaultyFixture.solution(folder, POINTS);
    command.assay(
        "run",
        solution,
        "--dirty",
        "--bundle",
        bundle,
        "--points",
        "sound,no-answer",
        "--keep-answers",
        "--runs",
        command.runs());
    run = command.runFolders().getFirst();
  }

  private static CommandFixture.Result verify(Path run) {
    return command.assay("verify", run, "--bundle", bundle);
  }

  private static Path copy(String name) throws IOException {
    Path copy = folder.resolve(name);
    TreeCopy.copy(run, copy);
    return copy;
  }

  /// Changes the first match of the run's text.
  private static void tamper(Path copy, String pattern, String replacement) throws IOException {
    Path file = copy.resolve("run.json");
    String text = Files.readString(file);
    String changed = Pattern.compile(pattern).matcher(text).replaceFirst(replacement);
    assertThat(changed).isNotEqualTo(text);
    Files.writeString(file, changed);
  }

  @Test
  void holdsForARunAsItWasMade() throws IOException {
    var result = verify(run);

    assertThat(result.code()).as(result.out() + result.err()).isZero();
    assertThat(result.out())
        .contains("point sound, seeds: 3 drawn again, in the same order")
        .contains("point sound, inputs: 3 cases made again, every hash the same")
        .contains("point sound, verdicts: 3 answers judged again, every verdict the same")
        .contains("point no-answer, answers: 2 files, every hash as recorded")
        .endsWith("all hold\n");
    assertThat(command.census()).isEmpty();
  }

  @Test
  void findsAnInputThatIsNotTheRecordedOne() throws IOException {
    Path copy = copy("other-input");
    tamper(copy, "(\"x\"\\s*:\\s*\")[0-9a-f]{4}", "$1beef");

    var result = verify(copy);

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).contains("FAIL  point sound, inputs: the inputs of cases [0] differ");
  }

  @Test
  void findsASeedThatWasNotDrawn() throws IOException {
    Path copy = copy("other-seed");
    tamper(copy, "(\"seed\"\\s*:\\s*)[123]\\b", "$1 4711");

    var result = verify(copy);

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).contains("FAIL  point sound, seeds: the secret gives other seeds");
  }

  @Test
  void findsAnotherSecret() throws IOException {
    Path copy = copy("other-secret");
    tamper(copy, "(\"seed_secret\"\\s*:\\s*\")[0-9a-f]{16}", "$10123456789abcdef");

    // Of three seeds there are six orders, so another secret can give the same one.
    var result = verify(copy);

    assertThat(result.code()).isBetween(0, 1);
  }

  @Test
  void findsAnAnswerThatIsNotTheRecordedOne() throws IOException {
    Path copy = copy("other-answer");
    Files.write(copy.resolve("answers/sound/000001/y.bin"), new byte[8]);

    var result = verify(copy);

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out())
        .contains("FAIL  point sound, answers: not what the run records: y of case 1")
        .contains("FAIL  point sound, verdicts: case 1 was passed")
        .contains("ok    point no-answer, answers");
  }

  @Test
  void findsAnAnswerThatIsGone() throws IOException {
    Path copy = copy("no-answer");
    Files.delete(copy.resolve("answers/sound/000001/y.bin"));

    var result = verify(copy);

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).contains("not what the run records: y of case 1");
  }

  @Test
  void findsAVerdictThatIsBetterThanItsAnswer() throws IOException {
    Path copy = copy("other-verdict");
    tamper(copy, "(?s)(no-answer.*?\"passed\"\\s*:\\s*)false", "$1true");

    var result = verify(copy);

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).contains("FAIL  point no-answer, verdicts: case 1 was passed");
  }

  @Test
  void findsAStatusThatIsBetterThanItsVerdict() throws IOException {
    Path copy = copy("other-status");
    tamper(copy, "\"wrong\"", "\"ok\"");

    var result = verify(copy);

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).contains("case 1 stands as ok");
  }

  @Test
  void refusesAnotherBundle() throws IOException {
    Path other = folder.resolve("other");
    TreeCopy.copy(bundle, other);
    Files.writeString(other.resolve("names.txt"), "sound\nno-answer\nverify-exits\n\n");

    var result = command.assay("verify", run, "--bundle", other);

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains("The run was made with test/twice@1.0.0 of hash");
  }

  @Test
  void refusesWhatIsNoRun() throws IOException {
    Path copy = copy("cut");
    String text = Files.readString(copy.resolve("run.json"));
    Files.writeString(copy.resolve("run.json"), text.substring(0, text.length() / 2));

    var cut = verify(copy);
    var absent = verify(folder.resolve("absent"));

    assertThat(cut.code()).isEqualTo(2);
    assertThat(cut.err()).contains("run.json");
    assertThat(absent.code()).isEqualTo(2);
    assertThat(absent.err()).contains("There is no run");
  }
}
