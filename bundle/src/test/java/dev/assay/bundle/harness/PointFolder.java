package dev.assay.bundle.harness;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.ValueType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/// A point directory with random values. Scalars are at the ends of their types: the greatest value
/// as parameter, the least as derived, and 2 for the `d_u8` that a dimension names.
final class PointFolder {
  private final Path folder;
  private final Signature signature;
  private final Random random;
  private final Map<String, Long> lengths = new HashMap<>();
  private final Map<String, byte[]> pointValues = new LinkedHashMap<>();

  private PointFolder(Path folder, Signature signature, long seed) {
    this.folder = folder;
    this.signature = signature;
    this.random = new Random(seed);
  }

  static PointFolder make(Path folder, BundleSpec bundle, long n, int cases) throws IOException {
    var point = new PointFolder(folder, bundle.signature(), 42);
    point.write(n, cases);
    return point;
  }

  Path path() {
    return folder;
  }

  /// The bytes of a parameter, derived value or input, as a file has them.
  byte[] value(int index, String name) throws IOException {
    byte[] pointValue = pointValues.get(name);
    return pointValue != null ? pointValue : Files.readAllBytes(input(index, name));
  }

  Path input(int index, String name) {
    return folder.resolve("cases/%06d/%s.bin".formatted(index, name));
  }

  Path output(int index, String name) {
    return folder.resolve("out/%06d/%s.bin".formatted(index, name));
  }

  private void write(long n, int cases) throws IOException {
    Files.createDirectories(folder.resolve("point"));
    var params = new LinkedHashMap<String, String>();
    var derived = new LinkedHashMap<String, String>();
    signature
        .params()
        .forEach((name, type) -> addScalar(params, name, type, greatest(name, n, type)));
    signature
        .derivedScalars()
        .forEach((name, type) -> addScalar(derived, name, type, least(name, type)));
    Files.writeString(
        folder.resolve("manifest.json"),
        "{\"point\": %s, \"derived\": %s,\n \"cases\": %d}"
            .formatted(json(params), json(derived), cases));
    for (var file : signature.derivedFiles().entrySet()) {
      byte[] bytes = randomValue(file.getValue());
      pointValues.put(file.getKey(), bytes);
      Files.write(folder.resolve("point/" + file.getKey() + ".bin"), bytes);
    }
    for (int index = 0; index < cases; index++) {
      Files.createDirectories(folder.resolve("cases/%06d".formatted(index)));
      for (var input : signature.inputs().entrySet()) {
        Files.write(input(index, input.getKey()), randomValue(input.getValue()));
      }
    }
    Files.createDirectories(folder.resolve("out"));
  }

  private void addScalar(Map<String, String> json, String name, ElementType type, String literal) {
    json.put(name, literal);
    pointValues.put(name, encode(type, literal));
    if (type.isInteger() && literal.length() < 10) {
      lengths.put(name, Long.parseLong(literal));
    }
  }

  private static String greatest(String name, long n, ElementType type) {
    if (name.equals("N")) {
      return Long.toString(n);
    }
    return type.isInteger() ? type.max().toString() : "0.1";
  }

  private static String least(String name, ElementType type) {
    if (name.equals("d_u8") || name.equals("L")) {
      return "2";
    }
    return type.isInteger() ? type.min().toString() : "-1.5E-7";
  }

  private static byte[] encode(ElementType type, String literal) {
    var buffer = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    switch (type) {
      case F32 -> buffer.putFloat((float) Double.parseDouble(literal));
      case F64 -> buffer.putDouble(Double.parseDouble(literal));
      case I8, I16, I32, I64, U8, U16, U32, U64 ->
          buffer.putLong(new java.math.BigInteger(literal).longValue());
    }
    return java.util.Arrays.copyOf(buffer.array(), type.bytes());
  }

  private byte[] randomValue(ValueType type) {
    long size = Signature.sizeOf(type, lengths).orElse(1 + random.nextInt(300));
    var bytes = new byte[(int) size];
    random.nextBytes(bytes);
    return bytes;
  }

  private static String json(Map<String, String> values) {
    return values.entrySet().stream()
        .map(entry -> "\"%s\": %s".formatted(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining(", ", "{", "}"));
  }
}
