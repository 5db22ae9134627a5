package dev.assay.runner.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.bundle.OutputComparison;
import dev.assay.core.bundle.OutputComparison.FieldTolerance;
import dev.assay.core.bundle.OutputComparison.Kind;
import dev.assay.core.bundle.OutputComparison.Tolerance;
import dev.assay.core.run.Verification;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparersTest {
  private static final OutputComparison NUMBERS =
      new OutputComparison(
          Kind.NUMBERS,
          new Tolerance(new BigDecimal("0.001"), new BigDecimal("1e-6")),
          List.of(
              new FieldTolerance(2, new Tolerance(new BigDecimal("5"), BigDecimal.ZERO)),
              new FieldTolerance(3, Tolerance.NONE)));

  @TempDir Path folder;

  private Verification compare(OutputComparison comparison, String expected, String output)
      throws IOException {
    Path due = Files.writeString(folder.resolve("expected"), expected.replace("|", "\n"));
    Path found = Files.writeString(folder.resolve("output"), output.replace("|", "\n"));
    return Comparers.of(comparison).compare(due, found);
  }

  @Test
  void takesTheSameBytes() throws IOException {
    assertThat(compare(OutputComparison.EXACT, "a b|c|", "a b|c|").passed()).isTrue();
    assertThat(compare(OutputComparison.EXACT, "", "").passed()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a|b|; a|b|x; has 5 bytes, 4 are expected; what is too much begins with 'x'",
        "a|b|; a|b; ends after 3 bytes, 4 are expected",
        "a|b|; ''; ends after 0 bytes, 4 are expected",
        "a|bc|; a|xc|; 'differs from byte 3 on, in line 2: ''xc\\n'', where ''bc\\n'' is expected'",
      })
  void saysWhereBytesDiffer(String expected, String output, String note) throws IOException {
    Verification said = compare(OutputComparison.EXACT, expected, output);

    assertThat(said.passed()).isFalse();
    assertThat(said.note()).startsWith(note);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "1.0 2 3; 1.0005 2 3",
        "1.0 2 3; '  1.0\t2   3|'",
        "1.0 2 3|; 1.0 7 3",
        "1e9 2 3; 1000000999 2 3",
        "x 2 3; x 2 3",
        "1.50 2 3; 1.5e0 2 3",
        "-0.0; 0",
        "1.5 2 3; 1.501 2 3",
        "1 2 12345678901234567890; 1 2 1234567890123456789e1",
        "inf nan 3; inf nan 3.0",
        "é 2 3; é 2 3",
        "1 2 007; 1 2 +7",
        "1||2; 1||2|",
        "''; ''",
      })
  void takesNumbersWithinTheirTolerance(String expected, String output) throws IOException {
    assertThat(compare(NUMBERS, expected, output).passed()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "1.0 2 3; 1.0011 2 3; in line 1, field 1: '1.0011', where '1.0' is expected",
        "1.0 2 3; 1.0 7.1 3; in line 1, field 2",
        "1.0 2 3; 1.0 2 3.0000001; in line 1, field 3",
        "a|1 2|; a|1|2|; in line 2, field 2: the end of the line, where '2' is expected",
        "1 2; 1; in line 1, field 2: the end of the output, where '2' is expected",
        "1; 1 2; in line 1, field 2: '2', where the end of the output is expected",
        "1|; 1||2; in line 2, field 1",
        "1; nan; in line 1, field 1: 'nan', where '1' is expected",
        "1; 1e9999; in line 1, field 1",
        "x; X; in line 1, field 1",
        "1 2 12345678901234567890; 1 2 12345678901234567891; in line 1, field 3",
        "1 2 0; 1 2 1e-400; in line 1, field 3",
        "1 2 0x10; 1 2 16; in line 1, field 3",
        "1.5 2 3; 1.50100000000000000001 2 3; in line 1, field 1",
        "é; ê; in line 1, field 1: 'ê', where 'é' is expected",
        "nan; NaN; in line 1, field 1",
        "1; ''; in line 1, field 1: the end of the output",
      })
  void saysWhichFieldDiffers(String expected, String output, String note) throws IOException {
    Verification said = compare(NUMBERS, expected, output);

    assertThat(said.passed()).isFalse();
    assertThat(said.note()).contains(note.strip());
  }

  @Test
  void showsWhatCannotBeSeen() throws IOException {
    assertThat(compare(OutputComparison.EXACT, "a|b|", "a\r|b|").note())
        .isEqualTo("differs from byte 2 on, in line 1: '\\r\\nb\\n', where '\\nb\\n' is expected");
    assertThat(compare(OutputComparison.EXACT, "a|", "\0|").note())
        .isEqualTo("differs from byte 1 on, in line 1: '\\x00\\n', where 'a\\n' is expected");
  }

  /// Different bytes are different, also where neither is UTF-8.
  @Test
  void tellsBytesApartThatAreNoText() throws IOException {
    Path due = Files.write(folder.resolve("expected"), new byte[] {(byte) 0xff, '\n'});
    Path found = Files.write(folder.resolve("output"), new byte[] {(byte) 0xfe, '\n'});

    assertThat(Comparers.of(NUMBERS).compare(due, found).passed()).isFalse();
    assertThat(Comparers.of(NUMBERS).compare(due, due).passed()).isTrue();
  }

  @Test
  void tellsHowFarNumbersAreOff() throws IOException {
    Verification said = compare(NUMBERS, "4 10 3", "4.0005 12 3");

    assertThat(said.metrics().get("max_abs_err")).isEqualTo(2.0);
    assertThat(said.metrics().get("max_rel_err")).isEqualTo(0.2);
  }

  @Test
  void holdsOneFieldAtATimeHoweverLongItIs() throws IOException {
    String huge = "7".repeat(FieldReader.MOST_BYTES + 10);

    assertThat(compare(NUMBERS, huge, huge).note()).contains("a field of more than 1048576 bytes");
    assertThat(compare(NUMBERS, "1 2", huge).note()).contains("where '1' is expected");
    assertThat(compare(OutputComparison.EXACT, huge, huge).passed()).isTrue();
  }
}
