package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class AssayCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine assay =
      new CommandLine(new AssayCommand())
          .setOut(new PrintWriter(out, true))
          .setErr(new PrintWriter(err, true));

  @Test
  void printsTheVersionThatMavenWrote() {
    int exitCode = assay.execute("--version");

    assertThat(exitCode).isZero();
    assertThat(out.toString()).matches("assay \\d+\\.\\d+\\.\\d+\\S*\\R");
  }

  @Test
  void isUsedWronglyWithoutACommand() {
    int exitCode = assay.execute();

    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString()).startsWith("a command is missing").contains("Usage: assay");
  }
}
