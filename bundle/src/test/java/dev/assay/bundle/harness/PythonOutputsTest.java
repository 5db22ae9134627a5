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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the Python harness takes as an output, and what it says to the rest.
class PythonOutputsTest {
  private static final byte[] ONE_TO_SIX = little(1, 2, 3, 4, 5, 6);

  @TempDir Path folder;

  @BeforeEach
  void needsPython() {
    Programs.assume("python3");
  }

  @Test
  void takesATensorInManyForms() throws Exception {
    List<String> forms =
        List.of(
            "[[1, 2, 3], [4, 5, 6]]",
            "[1, 2, 3, 4, 5, 6]",
            "((1, 2, 3), [4, 5, 6])",
            "range(1, 7)",
            "(i for i in range(1, 7))",
            "{'y': [1, 2, 3, 4, 5, 6]}",
            "types.SimpleNamespace(y=[1, 2, 3, 4, 5, 6])",
            "collections.namedtuple('R', 'y')([1, 2, 3, 4, 5, 6])",
            "array.array('i', range(1, 7))",
            "array.array('q', range(1, 7))",
            "array.array('i', range(1, 7)).tobytes()",
            "bytearray(array.array('i', range(1, 7)))",
            "memoryview(array.array('i', range(1, 7)))",
            "memoryview(array.array('i', range(1, 7))).cast('B').cast('i', (2, 3))",
            "memoryview(array.array('q', range(1, 7)))",
            "memoryview(array.array('i', range(6, 0, -1)))[::-1]");

    assertThat(answers(tensor(), forms)).isEqualTo(expected(forms.size(), "done"));
    for (int index = 0; index < forms.size(); index++) {
      assertThat(folder.resolve("point/out/%06d/y.bin".formatted(index)))
          .as(forms.get(index))
          .hasBinaryContent(ONE_TO_SIX);
    }
  }

  @Test
  void takesNumpyTensorsInManyForms() throws Exception {
    Programs.assumeModule("numpy");
    List<String> forms =
        List.of(
            "numpy.arange(1, 7, dtype='i4').reshape(2, 3)",
            "numpy.arange(1, 7, dtype='i4')",
            "numpy.arange(1, 7, dtype='i8')",
            "numpy.arange(1, 7, dtype='u1').reshape(2, 3)",
            "numpy.arange(1, 7, dtype='>i4')",
            "numpy.array([[1, 4], [2, 5], [3, 6]], dtype='i4').T",
            "numpy.arange(0, 14, dtype='i4')[1:7]",
            "numpy.arange(2, 14, dtype='i4')[::2] // 2",
            "[numpy.int64(i) for i in range(1, 7)]",
            "list(numpy.arange(1, 7).reshape(2, 3))");

    assertThat(answers(tensor(), forms)).isEqualTo(expected(forms.size(), "done"));
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
    forms.put("[[1, 2], [3, 4], [5, 6]]", "y has a row of 2 elements, the shape is [2, 3]");
    forms.put("[[1, 2, 3], 4]", "y is not nested as a i32[2,3] is");
    forms.put("[1, 2, 3, 4, 5, 2**31]", "y is not a i32[2,3]: ");
    forms.put("[1, 2, 3, 4, 5, 6.0]", "y is not a i32[2,3]: ");
    forms.put("bytes(23)", "y has 23 bytes, a i32[2,3] has 24");
    forms.put("None", "run returned a NoneType without the output 'y'");
    forms.put("'123456'", "y is a str, not a i32[2,3]");
    forms.put("{'z': 1}", "run returned 'z', the outputs are y");
    forms.put("7", "y is a int, not a i32[2,3]");
    forms.put("array.array('d', range(6))", "y is not a i32[2,3]: ");

    List<String> answers = answers(tensor(), List.copyOf(forms.keySet()));

    int index = 0;
    for (String reason : forms.values()) {
      assertThat(answers.get(index)).startsWith("failed %d %s".formatted(index, reason));
      index++;
    }
  }

  @Test
  void saysWhyANumpyTensorIsNone() throws Exception {
    Programs.assumeModule("numpy");
    var forms = new LinkedHashMap<String, String>();
    forms.put("numpy.zeros((3, 2), 'i4')", "y has 6 elements in the shape [3, 2], a i32[2,3]");
    forms.put("numpy.zeros((2, 3))", "y has elements of float64, i32 is asked for");
    forms.put("numpy.full((2, 3), 2**31)", "y is 2147483648, which i32 cannot hold");
    forms.put("numpy.full((2, 3), None)", "y has elements of object, i32 is asked for");

    List<String> answers = answers(tensor(), List.copyOf(forms.keySet()));

    int index = 0;
    for (String reason : forms.values()) {
      assertThat(answers.get(index)).startsWith("failed %d %s".formatted(index, reason));
      index++;
    }
  }

  @Test
  void takesNumbersAndBytesAsTheyAre() throws Exception {
    List<String> forms =
        List.of(
            "dict(u=255, f=float('nan'), t=b'abc')",
            "dict(u=True, f=1, t=bytearray(b'abc'))",
            "dict(u=0, f=float('inf'), t=memoryview(b'aabbcc')[::2])",
            "dict(u=256, f=0.0, t=b'')",
            "dict(u=-1, f=0.0, t=b'')",
            "dict(u=1.0, f=0.0, t=b'')",
            "dict(u=1, f='0', t=b'')",
            "dict(u=1, f=0.0, t='abc')",
            "dict(u=1, f=0.0, t=array.array('i', [1]))",
            "dict(u=1, f=0.0)");

    List<String> answers = answers(scalars(), forms);

    assertThat(answers.subList(0, 3)).isEqualTo(expected(3, "done"));
    assertThat(answers.subList(3, 10))
        .containsExactly(
            "failed 3 u is 256, which u8 cannot hold",
            "failed 4 u is -1, which u8 cannot hold",
            "failed 5 u is a float, not an integer",
            "failed 6 f is a str, not a number",
            "failed 7 t is a str; bytes are asked for, as in text.encode()",
            "failed 8 t has elements of 4 bytes, bytes are asked for",
            "failed 9 run returned a dict without the output 't'");
    assertThat(folder.resolve("point/out/000002/t.bin")).hasContent("abc");
  }

  /// The answers to a run that returns each of the Python expressions in turn; `done` without its
  /// window.
  private List<String> answers(BundleSpec bundle, List<String> expressions) throws Exception {
    Path solution = Files.createDirectories(folder.resolve("answer"));
    Files.writeString(solution.resolve("solution.py"), source(expressions));
    Overlay.lay(solution, Harnesses.require("python"), bundle);
    Path point = folder.resolve("point");
    writePoint(point, expressions.size());
    try (var runner = FakeRunner.start(solution, point)) {
      assertThat(runner.hear()).as(runner.standardError()).isEqualTo("ready");
      var answers = new java.util.ArrayList<String>();
      for (int index = 0; index < expressions.size(); index++) {
        String answer = runner.ask("case " + index);
        answers.add(String.valueOf(answer).replaceFirst("^(done \\d+) \\d+$", "$1"));
      }
      return answers;
    }
  }

  private static String source(List<String> expressions) {
    var text = new StringBuilder("import array, collections, types\ntry:\n    import numpy\n");
    text.append("except ImportError:\n    pass\n\n\ndef init(point):\n    pass\n\n\n");
    text.append("FORMS = [\n");
    expressions.forEach(form -> text.append("    lambda: ").append(form).append(",\n"));
    text.append("]\n\n\ndef run(state, inputs):\n    return FORMS[inputs.i]()\n");
    return text.toString();
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

  private static BundleSpec tensor() {
    return bundle(Map.of("y", TestBundles.tensor(ElementType.I32, "2", "3")));
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

  private static List<String> expected(int count, String word) {
    return java.util.stream.IntStream.range(0, count).mapToObj(i -> word + " " + i).toList();
  }

  private static byte[] little(int... values) {
    var buffer = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    buffer.asIntBuffer().put(values);
    return buffer.array();
  }
}
