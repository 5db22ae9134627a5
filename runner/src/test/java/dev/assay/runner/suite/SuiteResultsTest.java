package dev.assay.runner.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.game.GameRow;
import dev.assay.core.game.GameStatus;
import dev.assay.core.game.GameTable;
import dev.assay.core.game.Taken;
import dev.assay.core.suite.FoundPrograms;
import dev.assay.core.suite.Language;
import dev.assay.core.suite.ProgramIdentity;
import dev.assay.core.suite.ProgramSource;
import dev.assay.core.suite.Suite;
import dev.assay.core.suite.SuiteEntry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteResultsTest {
  @TempDir Path folder;

  private static SuiteEntry entry(int number, GameStatus status) {
    return new SuiteEntry(
        Instant.parse("2026-11-30T10:00:00Z"),
        "0.1.0",
        "nbody",
        "gcc",
        number,
        "nbody.gcc-%d.c".formatted(number),
        new ProgramIdentity(
            "ab", List.of("gcc"), List.of("./program"), "gcc 12\nx", "sha256:1", "h", "m"),
        721,
        100,
        0,
        status,
        "the build command exited with code 1",
        null,
        null);
  }

  @Test
  void keepsWhatIsAppended() {
    var results = SuiteResults.open(folder);
    assertThat(results.isEmpty()).isTrue();

    results.append(entry(1, GameStatus.ERROR));
    results.append(entry(2, GameStatus.EMPTY));

    assertThat(results.isEmpty()).isFalse();
    assertThat(SuiteResults.open(folder).entries())
        .containsExactly(entry(1, GameStatus.ERROR), entry(2, GameStatus.EMPTY));
  }

  @Test
  void readsLinesThatDoNotSayWhichAssayMeasured() throws IOException {
    Path file = folder.resolve(SuiteResults.MEASUREMENTS);
    var results = SuiteResults.open(folder);
    results.append(entry(1, GameStatus.ERROR));
    String line = Files.readString(file);
    String old = line.replace("\"assay_version\":\"0.1.0\",", "");
    assertThat(old).isNotEqualTo(line);

    Files.writeString(file, old);

    assertThat(results.entries())
        .singleElement()
        .satisfies(one -> assertThat(one.assayVersion()).isNull())
        .satisfies(
            one -> assertThat(one.identity()).isEqualTo(entry(1, GameStatus.ERROR).identity()));
  }

  @Test
  void takesAwayALineThatWasCutOff() throws IOException {
    var results = SuiteResults.open(folder);
    results.append(entry(1, GameStatus.ERROR));
    Files.writeString(
        folder.resolve(SuiteResults.MEASUREMENTS), "{\"at\":\"2026", StandardOpenOption.APPEND);

    assertThat(results.entries()).containsExactly(entry(1, GameStatus.ERROR));
    results.append(entry(2, GameStatus.ERROR));
    assertThat(results.entries()).hasSize(2);
  }

  @Test
  void saysWhichLineIsNone() throws IOException {
    var results = SuiteResults.open(folder);
    results.append(entry(1, GameStatus.ERROR));
    Files.writeString(
        folder.resolve(SuiteResults.MEASUREMENTS), "nonsense\n", StandardOpenOption.APPEND);

    assertThatThrownBy(results::entries)
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("measurements.jsonl, line 2");
  }

  @Test
  void writesTheColumnsOfTheGame() throws IOException {
    var results = SuiteResults.open(folder);

    results.writeDataFiles(List.of(entry(1, GameStatus.MISSING), entry(2, GameStatus.ERROR)));

    assertThat(rows("alldata.csv.gz")).isEqualTo(rows("data.csv.gz")).hasSize(2);
    assertThat(rows("summary.csv.gz")).isEmpty();
    assertThat(GameTable.line(rows("alldata.csv.gz").getFirst()))
        .isEqualTo("nbody,gcc,1,100,721,0.000000,0,-11,%,0.000000,0.000000");
  }

  private List<GameRow> rows(String name) throws IOException {
    try (var text =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(folder.resolve(name))),
                StandardCharsets.UTF_8))) {
      return GameTable.parse(text.lines().toList(), name);
    }
  }

  @Test
  void aProgramThatWasNotExecutedHasFailedToTheProcedure() {
    assertThat(entry(1, GameStatus.MISSING).taken())
        .isEqualTo(new Taken(0, true, Taken.Result.FAILED, 0));
  }

  @Test
  void selectsByPatterns() {
    List<ProgramSource> programs =
        Stream.of("nbody.gcc-1.c", "nbody.gpp-1.cpp", "tree.gcc-1.c")
            .map(path -> new ProgramSource(name(path), path, 1))
            .toList();

    assertThat(SuitePrograms.select(programs, List.of())).hasSize(3);
    assertThat(SuitePrograms.select(programs, List.of("nbody.*"))).hasSize(2);
    assertThat(SuitePrograms.select(programs, List.of("*.gcc-1", "nbody.gpp-1.cpp"))).hasSize(3);
    assertThatThrownBy(() -> SuitePrograms.select(programs, List.of("fannkuch.*")))
        .hasMessageContaining("No program is named like 'fannkuch.*'");
    assertThatThrownBy(() -> SuitePrograms.select(programs, List.of("nbody.gcc-1", "nbody.gpp-l")))
        .hasMessageContaining("No program is named like 'nbody.gpp-l'. Did you mean nbody.gpp-1?");
    assertThatThrownBy(() -> SuitePrograms.select(programs, List.of("nbody.[")))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("--only nbody.[ is no pattern");
  }

  @Test
  void findsPlainFilesAndRemarksOnAllOthers() throws IOException {
    Path programs = Files.createDirectories(folder.resolve("programs"));
    Files.writeString(programs.resolve("nbody.gcc-1.c"), "int main;");
    Files.createSymbolicLink(programs.resolve("nbody.gcc-2.c"), Path.of("nbody.gcc-1.c"));
    Files.createDirectories(programs.resolve("nbody.gcc-3.c"));
    Files.createDirectories(programs.resolve("more"));
    Files.writeString(programs.resolve("a\nb.c"), "int main;");
    var gcc = new Language("gcc", "c", "image", null, List.of("a"), List.of("b"), null);
    var suite =
        new Suite("s", "programs", List.of(new Suite.Task("nbody", "bundle")), List.of(gcc));

    var found = SuitePrograms.find(suite, folder);

    assertThat(found.programs()).hasSize(1);
    assertThat(found.remarks())
        .extracting(FoundPrograms.Remark::text)
        .satisfiesExactly(
            one -> assertThat(one).startsWith("a b.c is not named like a program"),
            one ->
                assertThat(one)
                    .isEqualTo("nbody.gcc-2.c is a link, and only plain files are measured"),
            one ->
                assertThat(one)
                    .isEqualTo("nbody.gcc-3.c is a folder, and only plain files are measured"));
  }

  @Test
  void saysWhyThereIsNoRoom() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "x");

    assertThatThrownBy(() -> SuiteResults.open(file))
        .isInstanceOf(AssayException.class)
        .hasMessage(
            "The folder %s could not be made: %s/logs: Not a directory. Choose another with --results.",
            file, file);
  }

  @Test
  void isHeldForOneCommandAtATime() {
    SuiteResults.open(folder);

    try (var _ = ResultsLock.of(folder)) {
      assertThatThrownBy(() -> ResultsLock.of(folder))
          .isInstanceOf(AssayException.class)
          .hasMessageContaining("Another command measures into " + folder);
    }

    ResultsLock.of(folder).close();
  }

  @Test
  void saysWhichLineIsNoText() throws IOException {
    var results = SuiteResults.open(folder);
    results.append(entry(1, GameStatus.ERROR));
    Files.write(
        folder.resolve(SuiteResults.MEASUREMENTS),
        new byte[] {(byte) 0xff, '\n'},
        StandardOpenOption.APPEND);

    assertThatThrownBy(results::entries)
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("measurements.jsonl, line 2")
        .hasMessageContaining("take that line away to go on without it");
  }

  private static GameRow.Program name(String path) {
    String[] parts = path.split("[.-]", -1);
    return new GameRow.Program(parts[0], parts[1], Integer.parseInt(parts[2]));
  }
}
