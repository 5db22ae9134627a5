package dev.assay.core.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.bundle.Dimension;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.ValueType;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.StageClock;
import dev.assay.core.run.Status;
import dev.assay.core.run.Verification;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The three files of a point directory.
class PointDirectoryTest {
  private static final String MANIFEST =
      """
      {"point":{"N":1024,"q":18446744073709551615},"derived":{"L":2,"x":0.1},"cases":2,"seeds":[7,3]}
      """;

  private static final Signature SIGNATURE =
      new Signature(
          Map.of("N", ElementType.U32, "q", ElementType.U64),
          Map.of(
              "L", new ValueType.Scalar(ElementType.U32),
              "x", new ValueType.Scalar(ElementType.F64),
              "t", new ValueType.Tensor(ElementType.U32, List.of(new Dimension.Named("L")))),
          Map.of(),
          Map.of());

  private static final Point POINT =
      new Point(
          "p", Map.of("N", new BigDecimal(1024), "q", new BigDecimal("18446744073709551615")));

  private static PointManifest manifest(String json) {
    return PointManifest.parse(json.getBytes(UTF_8));
  }

  @Test
  void readsAManifest() {
    PointManifest manifest = manifest(MANIFEST);

    manifest.requireFits(POINT, SIGNATURE, List.of(7L, 3L));

    assertThat(manifest.integers()).isEqualTo(Map.of("N", 1024L, "L", 2L));
    assertThat(manifest.withoutSeeds().toJson())
        .isEqualTo(
            "{\"point\":{\"N\":1024,\"q\":18446744073709551615},"
                + "\"derived\":{\"L\":2,\"x\":0.1},\"cases\":2}\n");
    assertThat(manifest(manifest.toJson())).isEqualTo(manifest);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"N\":1024 | \"N\":1025 | point.N is 1025, the point has 1024",
        "\"N\":1024 | \"N\":1024.5 | point.N is 1024.5, the point has 1024",
        "\"N\":1024 | \"N\":\"1024\" | point.N is no number",
        "\"N\":1024, | | point names [q], due are [N, q]",
        "\"L\":2 | \"L\":-2 | derived.L is -2, which is no u32",
        "\"L\":2 | \"L\":2.5 | derived.L is 2.5, which is no u32",
        "\"L\":2, | | derived names [x], due are [L, x]",
        "\"x\":0.1 | \"x\":1e399 | derived.x is 1E+399, which is no f64",
        "\"x\":0.1 | \"x\":1e999999999 | exponent",
        "\"x\":0.1 | \"x\":NaN | not strict JSON",
        "\"x\":0.1 | \"x\":null | derived.x is no number",
        "\"x\":0.1 | \"x\":0.1,\"x\":0.2 | Duplicate",
        "\"cases\":2 | \"cases\":3 | cases is 3, 2 were asked for",
        "\"cases\":2 | \"cases\":2.0 | cases is no whole number",
        "\"cases\":2 | \"cases\":-1 | cases is -1",
        "[7,3] | [3,7] | seeds[0] is 3, asked for was 7",
        "[7,3] | [7] | 1 are listed, asked for were 2",
        "[7,3] | [7,9007199254740992] | seeds[1] is 9007199254740992, allowed are 0 to",
        "[7,3] | 7 | seeds is no array",
        ",\"seeds\":[7,3] | | it has no \"seeds\"",
        "\"cases\":2 | \"cases\":2,\"extra\":1 | unknown key \"extra\"; known there are cases, derived, point, seeds",
        "} | | not strict JSON",
        "{\"point\" | [{\"point\" | not strict JSON"
      })
  void refusesAManifestOfAnotherPoint(String found, String replacement, String complaint) {
    assertThat(MANIFEST).contains(found);
    int at = MANIFEST.lastIndexOf(found);
    String tampered =
        MANIFEST.substring(0, at)
            + (replacement == null ? "" : replacement)
            + MANIFEST.substring(at + found.length());

    assertThatThrownBy(() -> manifest(tampered).requireFits(POINT, SIGNATURE, List.of(7L, 3L)))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BUNDLE_FAILED))
        .hasMessageStartingWith("make wrote a manifest.json that cannot be used: ")
        .hasMessageContaining(complaint)
        .hasMessageNotContaining("tools.jackson");
  }

  @Test
  void readsVerdictsInAnyOrder() {
    var verdicts =
        Verdicts.parse(
            """
            {"cases":[{"i":1,"passed":false,"note":"far off"},
                      {"i":0,"passed":true,"metrics":{"max_abs_err":1e-9,"count":3}}]}
            """
                .getBytes(UTF_8),
            2);

    assertThat(verdicts.cases())
        .containsExactly(
            new Verification(true, Map.of("max_abs_err", 1e-9, "count", 3.0), ""),
            new Verification(false, Map.of(), "far off"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"cases\":[{\"i\":0,\"passed\":true},{\"i\":0,\"passed\":true}]} | cases[1] judges case 0 a second time",
        "{\"cases\":[{\"i\":0,\"passed\":true}]} | 1 of 2 cases are judged; case 1 is missing",
        "{\"cases\":[{\"i\":2,\"passed\":true}]} | cases[0].i is 2, allowed are 0 to 1",
        "{\"cases\":[{\"i\":-1,\"passed\":true}]} | cases[0].i is -1",
        "{\"cases\":[{\"i\":\"0\",\"passed\":true}]} | cases[0].i is no whole number",
        "{\"cases\":[{\"i\":1e0,\"passed\":true}]} | cases[0].i is no whole number",
        "{\"cases\":[{\"passed\":true}]} | cases[0] has no \"i\"",
        "{\"cases\":[{\"i\":0}]} | cases[0] has no \"passed\"",
        "{\"cases\":[{\"i\":0,\"passed\":1}]} | cases[0].passed is not true or false but 1",
        "{\"cases\":[{\"i\":0,\"passed\":true,\"metrics\":{\"m\":NaN}}]} | not strict JSON",
        "{\"cases\":[{\"i\":0,\"passed\":true,\"metrics\":{\"m\":\"NaN\"}}]} | cases[0].metrics.m is no finite number",
        "{\"cases\":[{\"i\":0,\"passed\":true,\"metrics\":{\"m\":1e999}}]} | cases[0].metrics.m is no finite number",
        "{\"cases\":[{\"i\":0,\"passed\":true,\"metrics\":{\"m\":null}}]} | cases[0].metrics.m is no finite number",
        "{\"cases\":[{\"i\":0,\"passed\":true,\"metrics\":{\"a b\":1}}]} | has a metric \"a b\"",
        "{\"cases\":[{\"i\":0,\"passed\":true,\"metrics\":[]}]} | cases[0].metrics is no object",
        "{\"cases\":[{\"i\":0,\"passed\":true,\"note\":7}]} | cases[0].note is no string",
        "{\"cases\":[{\"i\":0,\"passed\":true,\"verdict\":\"ok\"}]} | unknown key \"verdict\"",
        "{\"cases\":[7]} | cases[0] is no object but 7",
        "{\"cases\":{}} | cases is no array",
        "{\"cases\":[],\"more\":1} | unknown key \"more\"",
        "{} | it has no \"cases\"",
        "[] | it is no object",
        "`` | it is empty"
      })
  void refusesVerdictsThatDoNotJudgeEachCaseOnce(String json, String complaint) {
    assertThatThrownBy(() -> Verdicts.parse(json.getBytes(UTF_8), 2))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BUNDLE_FAILED))
        .hasMessageStartingWith("verify wrote a verdicts.json that cannot be used: ")
        .hasMessageContaining(complaint);
  }

  @Test
  void refusesWhatWouldFillAMemory() {
    byte[] large = new byte[(16 << 20) + 1];
    byte[] deep = "{\"cases\":".concat("[".repeat(100_000)).getBytes(UTF_8);
    byte[] many = "{\"cases\":[".concat("1,".repeat(2_000_000)).concat("1]}").getBytes(UTF_8);
    byte[] notUtf8 = {'{', '"', (byte) 0xC3, '"', ':', '1', '}'};

    for (byte[] json : List.of(large, deep, many, notUtf8)) {
      assertThat(ReportedResults.parse(json, 1).malformed()).isNotNull();
      assertThatThrownBy(() -> Verdicts.parse(json, 1)).isInstanceOf(AssayException.class);
    }
  }

  @Test
  void readsResultsAsSolutionsWriteThem() {
    var results =
        ReportedResults.parse(
            """
            {"init_s":0.12,"cases":[
              {"i":0,"seconds":0.000123456,"status":"ok"},
              {"i":1,"seconds":null,"status":"crashed","note":"singular"}]}
            """
                .getBytes(UTF_8),
            2);

    assertThat(results.malformed()).isNull();
    assertThat(results.initSeconds()).isEqualTo(0.12);
    assertThat(results.remarks()).isEmpty();
    assertThat(results.rows().values())
        .containsExactly(
            new ReportedResults.Row(0, 0.000123456, Status.OK, ""),
            new ReportedResults.Row(1, null, Status.CRASHED, "singular"));
  }

  @Test
  void readsTheStagesOfEncryptedSolutionsByRowAndInLists() {
    var results =
        ReportedResults.parse(
            """
            {"envelope_s":0.5,"init_s":0.25,"encrypt_s":[0.004,0.005],"decoding_s":2,"ciphertexts_out":1,
             "cases":[
              {"i":0,"seconds":0.001,"status":"ok","encoding_s":0.002,"ciphertexts_in":3},
              {"i":1,"seconds":0.001,"status":"ok","encrypt_s":0.006,"decrypt_s":-1}]}
            """
                .getBytes(UTF_8),
            2);

    assertThat(results.onceStages())
        .containsExactly(
            new StageClock("keygen", 500_000_000), new StageClock("init", 250_000_000));
    assertThat(results.rows())
        .extractingByKeys(0, 1)
        .extracting(row -> row.stages())
        .containsExactly(
            new ReportedResults.Stages(Map.of("encode", 2_000_000L, "encrypt", 4_000_000L), 3, 1),
            new ReportedResults.Stages(Map.of("encrypt", 6_000_000L), null, 1));
    assertThat(results.remarks())
        .containsExactly("results.json says decoding_s = 2 of all cases together");
    assertThat(results.stageSeconds()).isEqualTo(0.512);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"i\":0,\"seconds\":1,\"status\":\"ok\"},{\"i\":0,\"seconds\":2} | 1 | second one of case 0; the first counts",
        "{\"i\":5} | 0 | case 5, which does not exist",
        "{\"i\":-1} | 0 | case -1, which does not exist",
        "{\"i\":99999999999} | 0 | no whole number \"i\"",
        "{\"seconds\":1} | 0 | no whole number \"i\"",
        "7 | 0 | no whole number \"i\"",
        "{\"i\":1},{\"i\":0} | 2 | case 0, out of order",
        "{\"i\":0,\"seconds\":\"1\"} | 1 | \"seconds\" in row 0 of results.json is no finite number but \"1\"",
        "{\"i\":0,\"seconds\":1e999} | 1 | is no finite number",
        "{\"i\":0,\"status\":\"fine\"} | 1 | unknown: \"fine\"",
        "{\"i\":0,\"note\":7} | 1 | the note in row 0 of results.json is no string",
        "{\"i\":0,\"colour\":7} | 1 | unknown key \"colour\"",
      })
  void remarksOnOddRowsAndReadsTheRest(String rows, int count, String remark) {
    var results = ReportedResults.parse(("{\"cases\":[" + rows + "]}").getBytes(UTF_8), 3);

    assertThat(results.malformed()).isNull();
    assertThat(results.rows()).hasSize(count);
    assertThat(results.remarks()).anyMatch(text -> text.contains(remark));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{}",
        "{\"cases\":7}",
        "{\"cases\":[{\"i\":0,\"seconds\":0.1}",
        "{\"cases\":[{\"i\":0,\"i\":1}]}",
        "{\"cases\":[]} trailing",
        "{\"cases\":[{\"i\":0,\"seconds\":NaN}]}",
        "{\"cases\":[{\"i\":0,\"seconds\":Infinity}]}",
        "{'cases':[]}",
        "{\"cases\":[],}",
        "// no\n{\"cases\":[]}"
      })
  void saysWhyResultsCannotBeRead(String json) {
    var results = ReportedResults.parse(json.getBytes(UTF_8), 1);

    assertThat(results.rows()).isEmpty();
    assertThat(results.malformed()).isNotBlank();
  }

  @Test
  void keepsForgedTimesForTheRunnerToRefuse() {
    var results =
        ReportedResults.parse(
            "{\"cases\":[{\"i\":0,\"seconds\":-1},{\"i\":1,\"seconds\":0}]}".getBytes(UTF_8), 2);

    assertThat(results.rows().values().stream().map(ReportedResults.Row::seconds))
        .containsExactly(-1.0, 0.0);
  }

  @Test
  void boundsNotesAndRemarks() {
    var rows =
        new StringBuilder("{\"cases\":[{\"i\":0,\"note\":\"")
            .append("😀".repeat(500))
            .append("\\ud800\"}");
    rows.append(",{\"i\":7}".repeat(1_000)).append("]}");

    var results = ReportedResults.parse(rows.toString().getBytes(UTF_8), 1);

    String note = results.rows().values().iterator().next().note();
    assertThat(note.codePointCount(0, note.length())).isEqualTo(200);
    assertThat(results.remarks()).hasSize(11).last().asString().contains("990 more");
  }
}
