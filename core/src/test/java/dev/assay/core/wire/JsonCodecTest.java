package dev.assay.core.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.bundle.Bar;
import dev.assay.core.bundle.Limits;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.Cause;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.run.Status;
import dev.assay.core.run.Suspicion;
import dev.assay.core.run.Verification;
import dev.assay.core.run.Window;
import dev.assay.core.unit.DataSize;
import dev.assay.testkit.Hostile;
import dev.assay.testkit.Runs;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonCodecTest {
  private static final String RUN = JsonCodec.toJson(Runs.full());

  static Stream<Run> runs() {
    return Stream.of(
        Runs.full(),
        Runs.minimal(),
        Runs.failedBuild(),
        Runs.cancelled(),
        Runs.bundleError(),
        Runs.selfReported());
  }

  @ParameterizedTest
  @MethodSource("runs")
  void readsBackWhatItWrote(Run run) {
    byte[] json = JsonCodec.toBytes(run);

    assertThat(JsonCodec.readRun(json, "run.json")).isEqualTo(run);
    assertThat(JsonCodec.toBytes(JsonCodec.readRun(json, "run.json"))).isEqualTo(json);
  }

  @Test
  void writesHostileTextAsJsonThatReadsBackWithoutLoneSurrogates() {
    String written = JsonCodec.toJson(Runs.hostile());

    Run read = JsonCodec.readRun(written.getBytes(UTF_8), "run.json");

    assertThat(read.stateReason()).isEqualTo(Hostile.TEXT.replace('\uD800', '\uFFFD'));
  }

  @Test
  void writesUnitsInNames() {
    var limits =
        new Limits(
            Duration.ofSeconds(1),
            Duration.ofMillis(2),
            Duration.ofSeconds(3),
            Duration.ofHours(1),
            DataSize.ofMebibytes(1),
            2,
            3,
            DataSize.ofBytes(4),
            DataSize.ofBytes(5));

    assertThat(JsonCodec.toLine(limits))
        .isEqualTo(
            "{\"init_nanos\":1000000000,\"case_nanos\":2000000,\"cpu_nanos\":3000000000,"
                + "\"build_nanos\":3600000000000,\"memory_bytes\":1048576,\"cpus\":2,"
                + "\"processes\":3,\"output_bytes\":4,\"log_bytes\":5}");
  }

  static Stream<Ending> endings() {
    return Stream.of(
        new Ending.Exited(3),
        new Ending.Signaled(11),
        new Ending.Killed(Limit.OUTPUT, 5, 7),
        new Ending.Stopped("cancelled"),
        new Ending.NotStarted("no such file"),
        new Ending.SandboxFailed("runc died"));
  }

  @ParameterizedTest
  @MethodSource("endings")
  void namesTheKindOfAnEnding(Ending ending) {
    byte[] json = JsonCodec.toBytes(ending);

    assertThat(JsonCodec.read(json, Ending.class, "ending")).isEqualTo(ending);
    assertThat(new String(json, UTF_8)).contains("\"how\"");
  }

  @Test
  void writesEveryWordAsTheDomainDoes() {
    for (RunState state : RunState.values()) {
      assertThat(JsonCodec.toLine(state)).isEqualTo('"' + state.text() + '"');
    }
    for (Status status : Status.values()) {
      assertThat(JsonCodec.toLine(status)).isEqualTo('"' + status.text() + '"');
    }
    for (CaseKind kind : CaseKind.values()) {
      assertThat(JsonCodec.toLine(kind)).isEqualTo('"' + kind.text() + '"');
    }
    for (Cause.Code code : Cause.Code.values()) {
      assertThat(JsonCodec.toLine(code)).isEqualTo('"' + code.text() + '"');
    }
    for (Suspicion.Code code : Suspicion.Code.values()) {
      assertThat(JsonCodec.toLine(code)).isEqualTo('"' + code.text() + '"');
    }
    for (Window window : Window.values()) {
      assertThat(JsonCodec.toLine(window)).isEqualTo('"' + window.text() + '"');
    }
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {
        0.1,
        1.0E-4,
        4.9E-324,
        1.7976931348623157E308,
        -0.0,
        123456.789012345,
        2.0E-3,
        9007199254740994.0
      })
  void keepsEveryBitOfADouble(double value) {
    var verification = new Verification(true, Map.of("m", value), "");

    assertThat(roundTrip(verification, Verification.class).metrics().get("m")).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void refusesToWriteWhatIsNotFinite(double value) {
    var verification = new Verification(true, Map.of("m", value), "");

    assertThatThrownBy(() -> JsonCodec.toJson(verification))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL))
        .hasMessageContaining("not a finite number");
  }

  @ParameterizedTest
  @CsvSource({
    "18446744073709551615, 18446744073709551615",
    "1.0, 1.0",
    "1e-4, 0.0001",
    "-0.5, -0.5",
    "123456789012345678901234567890.125, 123456789012345678901234567890.125",
    "1E+900000000, 1E+900000000",
    "1E-900000000, 1E-900000000"
  })
  void writesDecimalsExactlyAndPlainlyWhereThatIsShort(BigDecimal value, String written) {
    var point = new Point("p", Map.of("q", value));

    assertThat(JsonCodec.toLine(point))
        .isEqualTo("{\"name\":\"p\",\"params\":{\"q\":%s}}", written);
    assertThat(roundTrip(point, Point.class)).isEqualTo(point);
  }

  @Test
  void leavesOutWhatIsAbsentAndNeverWritesNull() {
    assertThat(JsonCodec.toJson(Runs.minimal()))
        .doesNotContain("null")
        .doesNotContain("ended_at")
        .doesNotContain("\"build\"");
  }

  @Test
  void writesALinePerCase() {
    long cases = RUN.lines().filter(line -> line.strip().startsWith("{\"index\"")).count();

    assertThat(cases).isEqualTo(60);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"format\": 1, | \"format\": 1, \"colour\": 2, | unknown key 'colour'",
        "\"format\": 1, | \"format\": \"1\", | format",
        "\"format\": 1, | \"format\": 1.5, | format",
        "\"format\": 1, | \"format\": null, | format",
        "\"format\": 1, | \"format\": 1, \"format\": 1, | Duplicate",
        "\"format\": 1, | | format",
        "\"format\": 1, | \"format\": 2, | it has format 2, this version of Assay reads format 1",
        "\"state\": \"finished\" | \"state\": \"done\" | 'done' is none of running, finished, build-failed",
        "\"state\": \"finished\" | \"state\": 1 | state",
        "\"seeds\": \"1-20\" | \"seeds\": \"20-1\" | the range 20-1 runs backwards",
        "\"how\": \"exited\" | \"how\": \"vanished\" | 'vanished' is no kind that is known",
        "\"memory_bytes\": 1073741824 | \"memory_bytes\": -1 | negative size",
        "\"case_nanos\": 10000000000 | \"case_nanos\": -1 | negative",
        "\"case_nanos\": 10000000000 | \"case_nanos\": 1e10 | an integer is expected",
        "\"cases\": 1.0 | \"cases\": \"1.0\" | a number is expected",
        "\"cases\": 1.0 | \"cases\": 2 | the share of cases 2 is not from 0 to 1",
        "\"N\": 1024 | \"N\": null | params",
        "\"max_abs_err\": 1.25E-7 | \"max_abs_err\": 1e999 | too large",
        "\"max_abs_err\": 1.25E-7 | \"max_abs_err\": NaN | not well-formed",
        "\"max_abs_err\": 1.25E-7 | \"max_abs_err\": \"NaN\" | a number is expected",
        "\"id\": \"2026 | \"id\": 7, \"x\": \"2026 | id",
        "\"started_at\": \"2026- | \"started_at\": \"yesterday- | started_at",
      })
  void refusesARunThatSaysMoreOrOtherThanTheFormat(
      String found, String replacement, String complaint) {
    assertThat(RUN.contains(found)).as("the run has %s", found).isTrue();
    String tampered =
        RUN.replaceFirst(
            Pattern.quote(found), Matcher.quoteReplacement(replacement == null ? "" : replacement));

    assertThatThrownBy(() -> JsonCodec.readRun(tampered.getBytes(UTF_8), "runs/x/run.json"))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RUN_INVALID))
        .hasMessageStartingWith("Cannot read runs/x/run.json: ")
        .hasMessageContaining(complaint)
        .hasMessageNotContaining("dev.assay")
        .hasMessageNotContaining("jackson");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "[]", "{", "{}", "{} {}", "\"run\"", "1", "\u0000"})
  void refusesWhatIsNoRunAtAll(String json) {
    assertThatThrownBy(() -> JsonCodec.readRun(json.getBytes(UTF_8), "run.json"))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RUN_INVALID));
  }

  @Test
  void refusesNestingWithoutEnd() {
    byte[] json = "[".repeat(100_000).getBytes(UTF_8);

    assertThatThrownBy(() -> JsonCodec.readRun(json, "run.json"))
        .isInstanceOf(AssayException.class);
  }

  @Test
  void doesNotTakeMethodsForFields() {
    assertThat(JsonCodec.toJson(Runs.full())).doesNotContain("\"dirty\"").doesNotContain("\"fault");
    assertThat(JsonCodec.toLine(new Bar(BigDecimal.ONE, List.of())))
        .isEqualTo("{\"cases\":1,\"require\":[]}");
    assertThat(JsonCodec.toLine(Seeds.parse("1-3"))).isEqualTo("\"1-3\"");
  }

  private static <T> T roundTrip(T value, Class<T> type) {
    return JsonCodec.read(JsonCodec.toBytes(value), type, "test");
  }
}
