package dev.assay.bundle.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.ValueType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the JavaScript harness takes as an output, and what it says to the rest.
class JavaScriptOutputsTest {
  private static final byte[] ONE_TO_SIX = little(1, 2, 3, 4, 5, 6);

  @TempDir Path folder;

  @BeforeEach
  void needsNode() {
    Programs.assume("node");
  }

  @Test
  void takesATensorInManyForms() throws Exception {
    List<String> forms =
        List.of(
            "[[1, 2, 3], [4, 5, 6]]",
            "[1, 2, 3, 4, 5, 6]",
            "[1n, 2n, 3n, 4, 5, 6]",
            "[Int32Array.of(1, 2, 3), [4, 5, 6]]",
            "({ y: [1, 2, 3, 4, 5, 6] })",
            "Object.assign(Object.create(null), { y: [1, 2, 3, 4, 5, 6] })",
            "new (class { y = [1, 2, 3, 4, 5, 6]; z = 1 })()",
            "Int32Array.of(1, 2, 3, 4, 5, 6)",
            "BigInt64Array.of(1n, 2n, 3n, 4n, 5n, 6n)",
            "Uint8Array.of(1, 2, 3, 4, 5, 6)",
            "Uint8ClampedArray.of(1, 2, 3, 4, 5, 6)",
            "Buffer.from([1, 2, 3, 4, 5, 6])",
            "Int32Array.of(0, 1, 2, 3, 4, 5, 6, 7).subarray(1, 7)",
            "Int32Array.of(1, 2, 3, 4, 5, 6).buffer",
            "new DataView(Int32Array.of(0, 1, 2, 3, 4, 5, 6).buffer, 4)",
            "new (class extends Int32Array { get length() { return 0 } })([1, 2, 3, 4, 5, 6])",
            "new Int32Array(new SharedArrayBuffer(24)).map((_, i) => i + 1)",
            "Object.assign(new Int32Array(new SharedArrayBuffer(24)), [1, 2, 3, 4, 5, 6])");

    assertThat(answers(tensor(ElementType.I32), forms)).isEqualTo(done(forms.size()));
    for (int index = 0; index < forms.size(); index++) {
      assertThat(folder.resolve("point/out/%06d/y.bin".formatted(index)))
          .as(forms.get(index))
          .hasBinaryContent(ONE_TO_SIX);
    }
  }

  @Test
  void saysWhyATensorIsNone() throws Exception {
    var forms = new LinkedHashMap<String, String>();
    forms.put("[1, 2, 3]", "y has 3 elements in the shape [3], a i32[2,3] is asked for");
    forms.put("new Int32Array(7)", "y has 7 elements in the shape [7], a i32[2,3] is asked for");
    forms.put("[[1, 2], [3, 4], [5, 6]]", "y has a row of 2 elements, the shape is [2, 3]");
    forms.put("[[1, 2, 3], 4]", "y is not nested as a i32[2,3] is");
    forms.put(
        "[1, 2, 3, 4, 5, 2**31]",
        "y is not a i32[2,3]: element 5 is 2147483648, which i32 cannot hold");
    forms.put("[1, 2, 3, 4, 5, 6.5]", "y is not a i32[2,3]: element 5 is 6.5, not an integer");
    forms.put("[1, 2, 3, 4, 5, NaN]", "y is not a i32[2,3]: element 5 is NaN, not an integer");
    forms.put("[1, 2, 3, 4, 5, '6']", "y is not a i32[2,3]: element 5 is a string, not an integer");
    forms.put("[1, 2, 3, 4, 5, , ]", "y is not a i32[2,3]: element 5 is undefined, not an integer");
    forms.put(
        "BigInt64Array.of(1n, 2n, 3n, 4n, 5n, -(2n ** 40n))",
        "y is not a i32[2,3]: element 5 is -1099511627776, which i32 cannot hold");
    forms.put("new ArrayBuffer(23)", "y has 23 bytes, a i32[2,3] has 24");
    forms.put("undefined", "run returned undefined without the output 'y'");
    forms.put("null", "run returned null without the output 'y'");
    forms.put("({ y: null })", "y is null, not a i32[2,3]");
    forms.put("'123456'", "y is a string, not a i32[2,3]");
    forms.put("({ z: 1 })", "run returned 'z', the outputs are y");
    forms.put("({})", "run returned an object without the output 'y'");
    forms.put("(() => 1)", "run returned a function without the output 'y'");
    forms.put("7", "y is a number, not a i32[2,3]");
    forms.put("({ y: new Map() })", "y is an object, not a i32[2,3]");
    forms.put("new Float64Array(6)", "y has elements of f64, i32 is asked for");
    forms.put("structuredClone(gone, { transfer: [gone.buffer] }) && gone", "y has 0 elements");

    List<String> answers = answers(tensor(ElementType.I32), List.copyOf(forms.keySet()));

    int index = 0;
    for (String reason : forms.values()) {
      assertThat(answers.get(index)).startsWith("failed %d %s".formatted(index, reason));
      index++;
    }
  }

  @Test
  void keepsAllDigitsOfIntegersOf64Bits() throws Exception {
    var forms = new LinkedHashMap<String, String>();
    forms.put("[1, 2, 3, 4, 5, 2n ** 63n - 1n]", "done 0");
    forms.put("[1, 2, 3, 4, 5, -(2n ** 63n)]", "done 1");
    forms.put("BigUint64Array.of(1n, 2n, 3n, 4n, 5n, 6n)", "done 2");
    forms.put(
        "[1, 2, 3, 4, 5, 2n ** 63n]",
        "failed 3 y is not a i64[2,3]: element 5 is 9223372036854775808, which i64 cannot hold");
    forms.put(
        "[1, 2, 3, 4, 5, 2 ** 53]",
        "failed 4 y is not a i64[2,3]: element 5 is 9007199254740992, a number that may have lost"
            + " digits; return a BigInt");

    assertThat(answers(tensor(ElementType.I64), List.copyOf(forms.keySet())))
        .containsExactlyElementsOf(forms.values());
    assertThat(Files.readAllBytes(folder.resolve("point/out/000000/y.bin")))
        .endsWith(255, 255, 255, 255, 255, 255, 255, 127);
  }

  @Test
  void takesNumbersAndBytesAsTheyAre() throws Exception {
    List<String> forms =
        List.of(
            "({ u: 255, f: NaN, t: Buffer.from('abc') })",
            "({ u: 7n, f: 1n, t: new TextEncoder().encode('abc').buffer })",
            "({ u: -0, f: Infinity, t: Buffer.from('aabcc').subarray(1, 4) })",
            "({ u: 256, f: 0, t: new Uint8Array(0) })",
            "({ u: -1, f: 0, t: new Uint8Array(0) })",
            "({ u: 1.5, f: 0, t: new Uint8Array(0) })",
            "({ u: true, f: 0, t: new Uint8Array(0) })",
            "({ u: 1, f: '0', t: new Uint8Array(0) })",
            "({ u: 1, f: 0, t: 'abc' })",
            "({ u: 1, f: 0, t: Int32Array.of(1) })",
            "({ u: 1, f: 0, t: [1, 2] })",
            "({ u: 1, f: 0 })");

    List<String> answers = answers(scalars(), forms);

    assertThat(answers.subList(0, 3)).isEqualTo(done(3));
    assertThat(answers.subList(3, forms.size()))
        .containsExactly(
            "failed 3 u is 256, which u8 cannot hold",
            "failed 4 u is -1, which u8 cannot hold",
            "failed 5 u is 1.5, not an integer",
            "failed 6 u is a boolean, not an integer",
            "failed 7 f is a string, not a number",
            "failed 8 t is a string; bytes are asked for, as in new TextEncoder().encode(text)",
            "failed 9 t has elements of 4 bytes, bytes are asked for",
            "failed 10 t is an Array, not bytes",
            "failed 11 run returned an object without the output 't'");
    assertThat(folder.resolve("point/out/000002/t.bin")).hasContent("abc");
    assertThat(folder.resolve("point/out/000002/u.bin")).hasBinaryContent(new byte[1]);
  }

  /// The answers to a run that returns each of the JavaScript expressions in turn; `done` without
  /// its window.
  private List<String> answers(BundleSpec bundle, List<String> expressions) throws Exception {
    Path solution = Files.createDirectories(folder.resolve("answer"));
    Files.writeString(solution.resolve("solution.js"), source(expressions));
    Overlay.lay(solution, Harnesses.require("javascript"), bundle);
    Path point = folder.resolve("point");
    writePoint(point, expressions.size());
    try (var runner = FakeRunner.start(solution, point)) {
      assertThat(runner.hear()).as(runner.standardError()).isEqualTo("ready");
      var answers = new ArrayList<String>();
      for (int index = 0; index < expressions.size(); index++) {
        String answer = runner.ask("case " + index);
        answers.add(String.valueOf(answer).replaceFirst("^(done \\d+) \\d+$", "$1"));
      }
      return answers;
    }
  }

  private static String source(List<String> expressions) {
    var text = new StringBuilder("const gone = new Int32Array(6)\nconst forms = [\n");
    expressions.forEach(form -> text.append("  () => ").append(form).append(",\n"));
    text.append("]\nexports.init = () => {}\n");
    return text.append("exports.run = (state, inputs) => forms[inputs.i]()\n").toString();
  }

  private static void writePoint(Path point, int cases) throws IOException {
    for (int index = 0; index < cases; index++) {
      Path folder = Files.createDirectories(point.resolve("cases/%06d".formatted(index)));
      Files.write(folder.resolve("i.bin"), little(index));
    }
    Files.createDirectories(point.resolve("out"));
    Files.writeString(
        point.resolve("manifest.json"), "{\"point\":{},\"cases\":%d}".formatted(cases));
  }

  private static BundleSpec tensor(ElementType element) {
    return bundle(Map.of("y", TestBundles.tensor(element, "2", "3")));
  }

  private static BundleSpec scalars() {
    var outputs = new LinkedHashMap<String, ValueType>();
    outputs.put("u", new ValueType.Scalar(ElementType.U8));
    outputs.put("f", new ValueType.Scalar(ElementType.F32));
    outputs.put("t", new ValueType.Bytes());
    return bundle(outputs);
  }

  private static BundleSpec bundle(Map<String, ValueType> outputs) {
    return TestBundles.bundle(
        "test/forms",
        new Signature(
            Map.of(), Map.of(), Map.of("i", new ValueType.Scalar(ElementType.U32)), outputs));
  }

  private static List<String> done(int count) {
    return IntStream.range(0, count).mapToObj(index -> "done " + index).toList();
  }

  private static byte[] little(int... values) {
    var buffer = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    buffer.asIntBuffer().put(values);
    return buffer.array();
  }
}
