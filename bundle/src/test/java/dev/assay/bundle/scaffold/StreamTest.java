package dev.assay.bundle.scaffold;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Holds the stream of the generated Python to its definition in `docs/bundles.md`, which this test
/// follows a second time.
class StreamTest {
  @TempDir Path temp;

  /// The definition, in Java.
  private static final class Stream {
    private final byte[] key;
    private byte[] rest = new byte[0];
    private long block;

    Stream(String bundle, String point, long seed) {
      key =
          sha256(
              "assay-stream-1\0%s\0%s\0%d"
                  .formatted(bundle, point, seed)
                  .getBytes(StandardCharsets.UTF_8));
    }

    byte[] bytes(int count) {
      var out = new ByteArrayOutputStream();
      out.writeBytes(rest);
      while (out.size() < count) {
        var input =
            ByteBuffer.allocate(40).order(ByteOrder.LITTLE_ENDIAN).put(key).putLong(block++);
        out.writeBytes(sha256(input.array()));
      }
      byte[] all = out.toByteArray();
      rest = Arrays.copyOfRange(all, count, all.length);
      return Arrays.copyOf(all, count);
    }

    BigInteger integer(BigInteger below) {
      int bits = below.subtract(BigInteger.ONE).bitLength();
      int width =
          bits == 0
              ? 0
              : bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : bits <= 64 ? 8 : (bits + 7) / 8;
      BigInteger mask = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
      while (true) {
        BigInteger candidate = little(bytes(width)).and(mask);
        if (candidate.compareTo(below) < 0) {
          return candidate;
        }
      }
    }

    double f64() {
      return little(bytes(8)).shiftRight(11).longValueExact() * 0x1p-53;
    }

    float f32() {
      return little(bytes(4)).shiftRight(8).longValueExact() * 0x1p-24f;
    }

    private static BigInteger little(byte[] bytes) {
      byte[] big = bytes.clone();
      for (int i = 0; i < big.length; i++) {
        big[i] = bytes[bytes.length - 1 - i];
      }
      return new BigInteger(1, big);
    }

    private static byte[] sha256(byte[] input) {
      try {
        return MessageDigest.getInstance("SHA-256").digest(input);
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private String python(String script) throws IOException {
    Python.require();
    Path runtime = temp.resolve("assay_bundle.py");
    try (var stream = BundleScaffold.class.getResourceAsStream("assay_bundle.py")) {
      Files.write(runtime, Objects.requireNonNull(stream).readAllBytes());
    }
    Files.writeString(temp.resolve("script.py"), script);
    Python.Answer answer = Python.in(temp).run("script.py");
    assertThat(answer.standardError()).isEmpty();
    return answer.standardOutput().strip();
  }

  @Test
  void hasTheVectorsOfTheDocument() throws IOException {
    String answer =
        python(
            """
            from assay_bundle import Stream
            new = lambda: Stream("polymul/negacyclic", '{"N":1024,"W":64}', 7)
            print(new().bytes(40).hex(), new().u64(), new().f64(), new().integer(1000), new().integer(10**30))
            print(new().array("u8", 4).tolist(), new().array("i16", 3, low=-5, below=300).tolist())
            print(new().array("f32", 2).tolist(), new().permutation(8))
            """);

    assertThat(answer)
        .isEqualTo(
            """
            81d06638fd15003395da56b4ed1df78d54a67b8b0af5a2fcbbdfea9d756e0123caff7f97e0df4b5b 3674961473251496065 0.1992200606549901 129 940796459669168334381306453482
            [129, 208, 102, 56] [124, 97, 251]
            [0.22031879425048828, 0.19922000169754028] [2, 4, 7, 3, 5, 6, 0, 1]\
            """);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {0, 1, 2, 77, 9007199254740991L})
  void followsItsDefinition(long seed) throws IOException {
    var stream = new Stream("a/b", "{}", seed);
    var expected = new StringJoiner("\n");
    expected.add(HexFormat.of().formatHex(stream.bytes(33)));
    for (String below :
        new String[] {
          "1",
          "2",
          "3",
          "200",
          "256",
          "257",
          "65537",
          "4294967291",
          "18446744073709551615",
          "18446744073709551617"
        }) {
      expected.add(stream.integer(new BigInteger(below)).toString());
    }
    expected.add(Double.toHexString(stream.f64()));
    expected.add(HexFormat.of().formatHex(stream.bytes(5)));
    var bounded = new StringJoiner(",");
    for (int i = 0; i < 1000; i++) {
      bounded.add(stream.integer(BigInteger.valueOf(70_000)).subtract(BigInteger.TEN).toString());
    }
    expected.add(bounded.toString());
    var floats = new StringJoiner(",");
    for (int i = 0; i < 100; i++) {
      floats.add(Integer.toHexString(Float.floatToRawIntBits(stream.f32())));
      floats.add(Long.toHexString(Double.doubleToRawLongBits(-1 + 3 * stream.f64())));
    }
    expected.add(floats.toString());
    expected.add(HexFormat.of().formatHex(stream.bytes(5)));

    String answer =
        python(
            """
            import struct
            from assay_bundle import Stream
            s = Stream("a/b", "{}", SEED)
            print(s.bytes(33).hex())
            for below in (1, 2, 3, 200, 256, 257, 65537, 4294967291, 18446744073709551615, 18446744073709551617):
                print(s.integer(below))
            print(s.f64().hex())
            print(s.bytes(5).hex())
            print(",".join(map(str, s.array("i32", 1000, low=-10, below=69990))))
            pairs = []
            for _ in range(100):
                pairs.append("%x" % struct.unpack("<I", s.array("f32", 1).tobytes()))
                pairs.append("%x" % struct.unpack("<Q", s.array("f64", 1, low=-1.0, below=2.0).tobytes()))
            print(",".join(pairs))
            print(s.bytes(5).hex())
            """
                .replace("SEED", Long.toString(seed)));

    assertThat(answer).isEqualTo(pythonHex(expected.toString()));
  }

  /// Java writes 0x1.8p-3 where Python writes 0x1.8000000000000p-3.
  private static String pythonHex(String text) {
    var matcher = java.util.regex.Pattern.compile("0x1\\.([0-9a-f]+)p").matcher(text);
    return matcher.replaceAll(
        found -> "0x1." + (found.group(1) + "0".repeat(13)).substring(0, 13) + "p");
  }

  @Test
  void dependsOnBundlePointAndSeed() throws IOException {
    String answer =
        python(
            """
            from assay_bundle import Signature, Stream, Type, canonical_point
            signature = Signature.__new__(Signature)
            signature.params = {"b": Type("f64"), "a": Type("u64"), "c": Type("f32")}
            print(canonical_point(signature, {"b": 0.1, "a": 2**64 - 1, "c": -0.5}))
            print(len({Stream(*key).bytes(8) for key in (("a", "{}", 1), ("b", "{}", 1), ("a", "{1}", 1), ("a", "{}", 2))}))
            """);

    assertThat(answer)
        .isEqualTo("{\"a\":18446744073709551615,\"b\":\"3fb999999999999a\",\"c\":\"bf000000\"}\n4");
  }
}
