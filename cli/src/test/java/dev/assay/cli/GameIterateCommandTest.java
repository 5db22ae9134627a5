package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GameIterateCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int assay(String... words) {
    var wiring =
        new Wiring(
            new Terminal(new PrintWriter(out, true), new PrintWriter(err, true), false, 100),
            Map.of());
    int code = AssayCommand.commandLine(wiring).execute(words);
    wiring.finished();
    return code;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--stamps | mail | --stamps 'mail' is not known; use pipe or files.",
        "--order | random | --order 'random' is not known; use sequential or interleaved.",
        "--timeout | soon | --timeout 'soon' is no duration",
        "--timeout | 0s | --timeout '0s' is no duration",
        "--iterations | many | Invalid value for option '--iterations'"
      })
  void refusesWhatMeansNothing(String option, String value, String message) {
    assertThat(assay("game", "iterate", "suite", option, value)).isEqualTo(2);

    assertThat(err.toString()).contains(message);
  }

  @Test
  void saysWhatProgramsLearn() {
    assertThat(assay("game", "iterate", "--help")).isZero();

    assertThat(out.toString()).contains("ASSAY_ITERATIONS", "ASSAY_STAMPS", "--stamps=WAY");
  }
}
