package dev.assay.bundle.scaffold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.bundle.hash.ContentHash;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Holds the generated `assay_bundle.py` to what it promises about values.
class GeneratedRuntimeTest {
  private static final String POINT = "{\"N\":5,\"x\":0.1,\"y\":0.1,\"big\":18446744073709551615}";

  @TempDir Path temp;
  private Path bundle = Path.of("");

  private static String text(Class<?> owner, String name) throws IOException {
    try (var stream = owner.getResourceAsStream(name)) {
      return new String(
          Objects.requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @BeforeEach
  void write() throws IOException {
    Python.require();
    bundle = Files.createDirectory(temp.resolve("bundle"));
    Files.writeString(bundle.resolve("bundle.toml"), text(getClass(), "types-bundle.toml"));
    Files.writeString(
        bundle.resolve("assay_bundle.py"), text(BundleScaffold.class, "assay_bundle.py"));
    source("", "False");
  }

  /// @param change a statement before `generate` returns `values`
  private void source(String change, String numpy) throws IOException {
    Files.writeString(
        bundle.resolve("bundle.py"),
        text(getClass(), "types-bundle.py")
            .replace("    return values  # CHANGE", "    %s\n    return values".formatted(change))
            .replace("numpy=NUMPY", "numpy=" + numpy));
  }

  private Python.Answer make(Path folder) throws IOException {
    return Python.in(bundle).run("bundle.py", "make", folder, "--point", POINT, "--seeds", "1,2");
  }

  private Path made() throws IOException {
    Path folder = temp.resolve("dir");
    assertThat(make(folder)).isEqualTo(new Python.Answer(0, "", ""));
    return folder;
  }

  private String verdicts(Path folder) throws IOException {
    assertThat(Python.in(bundle).run("bundle.py", "verify", folder))
        .isEqualTo(new Python.Answer(0, "", ""));
    return Files.readString(folder.resolve("verdicts.json")).strip();
  }

  @Test
  void writesEveryTypeLittleEndianAndRowMajor() throws IOException {
    source(
        "values['a16'] = [1, -2, 3, 4, -32768]; values['b64'] = [0, 1, 2, 3, 2**64 - 1];"
            + " values['b32'] = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12], [13, 14, 15]];"
            + " values['s'] = -7; values['r'] = 0.5",
        "False");

    Path folder = made();

    assertThat(folder.resolve("manifest.json"))
        .hasContent(
            "{\"point\":{\"N\":5,\"x\":0.1,\"y\":0.1,\"big\":18446744073709551615},"
                + "\"derived\":{\"M\":3},\"cases\":2,\"seeds\":[1,2]}");
    assertThat(folder.resolve("point/t.bin")).hasBinaryContent(new byte[] {1, 2, 3});
    Path inputs = folder.resolve("cases/000000");
    assertThat(inputs.resolve("a16.bin"))
        .hasBinaryContent(new byte[] {1, 0, -2, -1, 3, 0, 4, 0, 0, -128});
    assertThat(little(inputs.resolve("b64.bin")).getLong(32)).isEqualTo(-1);
    assertThat(little(inputs.resolve("b32.bin")).getInt(4 * 5)).isEqualTo(6);
    assertThat(little(inputs.resolve("s.bin")).getInt()).isEqualTo(-7);
    assertThat(little(inputs.resolve("r.bin")).getDouble()).isEqualTo(0.5);
    assertThat(inputs.resolve("text.bin")).hasSize(7);
  }

  private static ByteBuffer little(Path file) throws IOException {
    return ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Test
  void makesTheSameBytesWithAndWithoutNumpy() throws IOException {
    Python.requireModule("numpy", "numpy");
    Path without = made();
    source("", "True");
    Path with = temp.resolve("with");

    assertThat(make(with)).isEqualTo(new Python.Answer(0, "", ""));

    assertThat(ContentHash.ofFolder(with, path -> false))
        .isEqualTo(ContentHash.ofFolder(without, path -> false));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          values['b16'] = [1, 2, 3, 4, 65536]     | generate returned b16[4]: 65536 is out of range of u16, 0 to 65535
          values['b16'] = [1, 2, -3, 4, 5]        | generate returned b16[2]: -3 is out of range of u16, 0 to 65535
          values['b16'] = [1, 2, 3.5, 4, 5]       | generate returned b16[2]: expected an integer, u16[N], got 3.5
          values['b16'] = [1, 2, 3, 4]            | generate returned b16: expected u16[N] = [5] of u16, 5 elements, got 4 elements
          values['b16'] = bytes(9)                | generate returned b16: expected u16[N] = [5] of u16, 5 elements, which are 10 bytes, got 9 bytes
          values['b16'] = 'abcde'                 | generate returned b16: expected u16[N] = [5] of u16, 5 elements, got 'abcde'
          values['b16'] = values['g64']           | generate returned b16: expected u16[N] = [5] of u16, 5 elements, got 15 elements
          values['b16'] = values['g64'][:5]       | generate returned b16: expected u16[N] = [5] of u16, 5 elements, got array('d')
          values['g32'] = values['g64'][:5]       | generate returned g32: expected f32[N] = [5] of f32, 5 elements, got array('d')
          values['b32'] = [[1, 2, 3]] * 4 + [[1]] | generate returned b32: expected u32[N,M] = [5,3] of u32, 15 elements, got rows of other lengths
          values['text'] = 'text'                 | generate returned text: expected bytes, got 'text'
          values['s'] = 2**31                     | generate returned s: 2147483648 is out of range of i32, -2147483648 to 2147483647
          values['s'] = 1.0                       | generate returned s: expected an integer, i32, got 1.0
          values['s'] = True                      | generate returned s: expected i32, got True
          values['r'] = None                      | generate returned r: expected f64, got None
          del values['r']                         | generate returned no r: expected exactly a8, a16, a32, a64, b8, b16, b32, b64, g32, g64, text, s, r
          values['z'] = 1                         | generate returned an unknown z: expected exactly a8, a16, a32, a64, b8, b16, b32, b64, g32, g64, text, s, r
          values = 3                              | generate returned 3: expected a dict
          stream.integer(0)                       | stream: 0 is no bound; one is an integer from 1
          stream.array('u8', 3, below=257)        | stream.array: u8 has no range from 0 below 257
          """)
  void namesFunctionKeyAndValueOfWhatIsWrong(String change, String message) throws IOException {
    source(change, "False");

    assertThat(make(temp.resolve("dir")))
        .isEqualTo(new Python.Answer(1, "", "bundle error: " + message + "\n"));
    assertThat(temp.resolve("dir/manifest.json")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          values['b16'] = numpy.arange(5)                       | `` |
          values['b32'] = numpy.ones((5, 3), dtype='u4')        | `` |
          values['b16'] = numpy.array([1, 2, 3, 4, 65536])      | generate returned b16: elements from 1 to 65536 are out of range of u16, 0 to 65535
          values['b16'] = numpy.ones(5)                         | generate returned b16: expected u16[N] = [5] of u16, 5 elements, got elements of float64; convert them
          values['g32'] = numpy.ones(5)                         | generate returned g32: expected f32[N] = [5] of f32, 5 elements, got elements of float64; convert them
          values['b32'] = numpy.ones((3, 5), dtype='u4')        | generate returned b32: expected u32[N,M] = [5,3] of u32, 15 elements, got shape [3, 5]
          """)
  void holdsNumpyArraysToTheirTypes(String change, String message) throws IOException {
    Python.requireModule("numpy", "numpy");
    source("import numpy; " + change, "True");

    Python.Answer answer = make(temp.resolve("dir"));

    assertThat(answer.standardError())
        .isEqualTo(message.isEmpty() ? "" : "bundle error: " + message + "\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"False", "True"})
  void failsACaseWithNaNAndLeavesInfinityToTheHost(String numpy) throws IOException {
    if (numpy.equals("True")) {
      Python.requireModule("numpy", "numpy");
    }
    source("", numpy);
    Path folder = made();
    answer(folder, 0, 1, Double.NaN);
    answer(folder, 1, 0, Double.POSITIVE_INFINITY);

    assertThat(verdicts(folder))
        .isEqualTo(
            "{\"cases\":[{\"i\":0,\"passed\":false,\"metrics\":{},"
                + "\"note\":\"c.bin has elements that are not numbers (NaN)\"},"
                + "{\"i\":1,\"passed\":false,\"metrics\":{},\"note\":\"first is inf\"}]}");
  }

  private static void answer(Path folder, int index, int element, double value) throws IOException {
    Path out = Files.createDirectories(folder.resolve("out/%06d".formatted(index)));
    var c = ByteBuffer.allocate(40).order(ByteOrder.LITTLE_ENDIAN);
    c.putDouble(8 * element, value);
    Files.write(out.resolve("c.bin"), c.array());
    Files.write(out.resolve("d.bin"), new byte[1]);
    Files.write(out.resolve("e.bin"), new byte[0]);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          return True               | bundle error: verify returned True: expected (passed, metrics) or (passed, metrics, note)
          return 1, {}              | bundle error: verify returned passed = 1: expected True or False
          return True, []           | bundle error: verify returned metrics [], note '': expected a dict and a str
          return True, {'a': 'b'}   | bundle error: verify returned a: expected f64, got 'b'
          raise ValueError('oops')  | ValueError: oops
          """)
  void endsWithOneWhereVerifyIsAtFault(String statement, String message) throws IOException {
    Path folder = made();
    answer(folder, 0, 0, 1);
    answer(folder, 1, 0, 1);
    Path file = bundle.resolve("bundle.py");
    Files.writeString(
        file,
        Files.readString(file).replace("return True, {\"first\": float(outputs.c[0])}", statement));

    Python.Answer answer = Python.in(bundle).run("bundle.py", "verify", folder);

    assertThat(answer.exitCode()).isEqualTo(1);
    assertThat(answer.standardError()).endsWith(message + "\n");
    assertThat(folder.resolve("verdicts.json")).doesNotExist();
  }

  @Test
  void readsAHundredMegabytesInASecond() throws IOException {
    Path script = temp.resolve("time.py");
    Files.writeString(
        script,
        """
        import sys, time
        sys.path.insert(0, sys.argv[1])
        import assay_bundle
        codec, type_ = assay_bundle.Codec(None), assay_bundle.Type("f64[n]")
        data = bytes(100_000_000)
        start = time.process_time()
        values = codec.decode(type_, data, {"n": 12_500_000})
        codec.encode("x", type_, values, {"n": 12_500_000})
        assert time.process_time() - start < 1, time.process_time() - start
        """);

    assertThat(Python.in(temp).run(script, bundle)).isEqualTo(new Python.Answer(0, "", ""));
  }

  @Test
  void readsWhatIsSecretAsWhatItIs() throws IOException {
    Path folder = made();
    String plain = ContentHash.ofFolder(folder, path -> false);
    Path manifest = bundle.resolve("bundle.toml");
    Files.writeString(
        manifest, Files.readString(manifest).replaceAll("\"(u64\\[[^\"]*\\])\"", "\"secret $1\""));
    assertThat(manifest).content().contains("\"secret u64[");
    Path again = temp.resolve("again");

    assertThat(make(again)).isEqualTo(new Python.Answer(0, "", ""));

    assertThat(ContentHash.ofFolder(again, path -> false)).isEqualTo(plain);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [1.0, 2.0], [1.0, 2.0]             | {'precision_bits_worst': 53.0, 'precision_bits_mean': 53.0}
          [1.0, 2.0], [1.5, 2.125]           | {'precision_bits_worst': 1.0, 'precision_bits_mean': 2.0}
          [1.0, 2.0], [1.5, 2.125], 2        | {'precision_bits_worst': 2.0, 'precision_bits_mean': 3.0}
          [0.0], [8.0]                       | {'precision_bits_worst': -3.0, 'precision_bits_mean': -3.0}
          [0.0, 0.0], [0.0, float('inf')]    | {'precision_bits_worst': -1024.0, 'precision_bits_mean': -485.5}
          0.5, 0.25                          | {'precision_bits_worst': 2.0, 'precision_bits_mean': 2.0}
          [], []                             | {}
          """)
  void knowsBitsOfPrecision(String arguments, String metrics) throws IOException {
    String program = "import assay_bundle; print(assay_bundle.precision(%s))".formatted(arguments);

    assertThat(Python.in(bundle).run("-c", program))
        .isEqualTo(new Python.Answer(0, metrics + "\n", ""));
  }
}
