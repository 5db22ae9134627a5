package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.Run;
import dev.assay.core.wire.JsonCodec;
import dev.assay.testkit.Runs;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {
  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int assay(Object... arguments) {
    var wiring =
        new Wiring(
            new Terminal(new PrintWriter(out, true), new PrintWriter(err, true), false, 100),
            Map.of("ASSAY_HOME", folder.resolve("home").toString()));
    String[] words = new String[arguments.length];
    for (int i = 0; i < words.length; i++) {
      words[i] = String.valueOf(arguments[i]);
    }
    int code = AssayCommand.commandLine(wiring).execute(words);
    wiring.finished();
    return code;
  }

  private Path run(String name, Run run) throws IOException {
    Path runFolder = Files.createDirectories(folder.resolve(name));
    Files.writeString(runFolder.resolve("run.json"), JsonCodec.toJson(run));
    return runFolder;
  }

  @Test
  void holdsTwoFoldersAgainstEachOther() throws IOException {
    Path first = run("a", Runs.full());
    Path second = run("b", Runs.full());

    int code = assay("compare", first, second.resolve("run.json"));

    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    assertThat(out.toString())
        .contains("95 % interval")
        .contains("N1024-W64")
        .contains("cannot tell")
        .contains("The environments are the same.");
  }

  @Test
  void findsRunsByTheirIdsAndPrintsJson() throws IOException {
    run("a", Runs.full());
    run("b", Runs.full());

    int code = assay("compare", "a", "b", "a", "--runs", folder, "--json");

    assertThat(code).isZero();
    assertThat(out.toString()).contains("\"comparisons\"").contains("\"measure\": \"ratio\"");
  }

  @Test
  void saysWhyTwoDoNotCompare() throws IOException {
    Path first = run("a", Runs.full());
    Path second = run("b", Runs.minimal());

    assertThat(assay("compare", first, second)).isEqualTo(1);
    assertThat(out.toString()).contains("not comparable: ");
  }

  @Test
  void aRunThatIsNowhereIsSaid() {
    assertThat(assay("compare", folder.resolve("x"), "y")).isEqualTo(2);
    assertThat(err.toString()).contains("There is no run");
  }
}
