package dev.assay.bundle.manifest;

import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.ValueType;
import dev.assay.core.unit.DataSize;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Reads `[[points]]` against a signature.
final class PointsReader {
  /// The most points that a bundle may have.
  static final int MAX_COUNT = 10_000;

  static final String NAME = "a name of 1 to 64 letters, digits, '.', '_' and '-'";
  private static final Pattern NAME_FORM = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,20}");

  /// Files larger than this cannot be meant.
  private static final long MAX_FILE_BYTES = 1L << 40;

  private final Signature signature;
  private final List<String> declared;
  private final DataSize output;
  private final int cases;
  private final Map<String, String> pathsByName = new HashMap<>();
  private final Map<Map<String, BigDecimal>, String> pathsByParams = new HashMap<>();

  /// @param declared every parameter that the manifest declares, those with an error included
  /// @param output the limit of a solution's `out/`
  /// @param cases how many cases a point has, warm-up and fresh ones included
  PointsReader(Signature signature, List<String> declared, DataSize output, int cases) {
    this.signature = signature;
    this.declared = declared;
    this.output = output;
    this.cases = cases;
  }

  /// The points that could be read, in order.
  List<Point> read(TableReader root) {
    var points = new ArrayList<Point>();
    tables(root).forEach(table -> readPoint(table).ifPresent(points::add));
    return points;
  }

  /// The tables of all points; none when there are too many.
  static List<TableReader> tables(TableReader root) {
    root.require("points", "at least one [[points]]");
    List<TableReader> tables = root.tables("points", "an array of tables, written [[points]]");
    if (tables.size() > MAX_COUNT) {
      root.error("points", "%d points; at most %d are allowed".formatted(tables.size(), MAX_COUNT));
      return List.of();
    }
    if (root.has("points") && tables.isEmpty() && root.isEmptyArray("points")) {
      root.error("points", "empty; expected at least one point");
    }
    return tables;
  }

  private Optional<Point> readPoint(TableReader table) {
    Optional<String> written =
        table.parsed("name", NAME, name -> Optional.of(name).filter(PointsReader::isName));
    Optional<Map<String, BigDecimal>> params = params(table, table.table("params"));
    table.finish();
    if (params.isEmpty()) {
      written.ifPresent(name -> checkUnique(table, "name", name));
      return Optional.empty();
    }
    checkParamsUnique(table, params.get());
    checkSizes(table, params.get());
    if (table.has("name")) {
      written.ifPresent(name -> checkUnique(table, "name", name));
      return written.map(name -> new Point(name, params.get()));
    }
    String name = Point.defaultName(params.get());
    if (!isName(name)) {
      table.error(
          "name",
          name.isEmpty()
              ? "missing; a point without parameters needs one"
              : "missing, and the name made of the parameters, %s, is not %s"
                  .formatted(ManifestText.quote(name), NAME));
      return Optional.empty();
    }
    checkUnique(table, "params", name);
    return Optional.of(new Point(name, params.get()));
  }

  static boolean isName(String name) {
    return NAME_FORM.matcher(name).matches() && !name.equals(".") && !name.equals("..");
  }

  private void checkUnique(TableReader table, String key, String name) {
    checkUnique(pathsByName, table, key, name);
  }

  static void checkUnique(
      Map<String, String> pathsByName, TableReader table, String key, String name) {
    String other = pathsByName.putIfAbsent(name, table.path());
    if (other != null) {
      table.error(
          key, "%s is called %s too; names are unique".formatted(other, ManifestText.quote(name)));
    }
  }

  private void checkParamsUnique(TableReader table, Map<String, BigDecimal> params) {
    String other = pathsByParams.putIfAbsent(params, table.path());
    if (other != null) {
      table.error("params", "%s has the same parameters; every point differs".formatted(other));
    }
  }

  /// A value for every parameter, in the signature's order; empty when one has an error.
  private Optional<Map<String, BigDecimal>> params(TableReader point, TableReader table) {
    var params = new LinkedHashMap<String, BigDecimal>();
    signature
        .params()
        .forEach((name, type) -> {
          Optional<BigDecimal> value =
              type.isInteger() ? integer(table, name, type) : real(table, name, type);
          value.ifPresent(number -> params.put(name, number));
        });
    declared.forEach(table::raw);
    List<String> missing =
        signature.params().keySet().stream().filter(name -> !table.has(name)).toList();
    if (!missing.isEmpty()) {
      point.error(
          "params",
          "%s missing; a point sets every parameter: %s"
              .formatted(
                  String.join(", ", missing),
                  signature.params().entrySet().stream()
                      .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                      .collect(Collectors.joining(", "))));
    }
    table.finish();
    return params.size() == signature.params().size() ? Optional.of(params) : Optional.empty();
  }

  private static Optional<BigDecimal> integer(TableReader table, String name, ElementType type) {
    Object value = table.raw(name);
    if (value == null) {
      return Optional.empty();
    }
    boolean digits =
        type == ElementType.U64
            && value instanceof String string
            && DIGITS.matcher(string).matches();
    if (!(value instanceof Long) && !digits) {
      table.wrongType(name, value, "an integer, as it is %s".formatted(type));
      return Optional.empty();
    }
    var number = new BigInteger(value.toString());
    if (number.compareTo(type.min()) < 0 || number.compareTo(type.max()) > 0) {
      table.error(
          name,
          "%s is out of range of %s; allowed: %s to %s"
              .formatted(number, type, type.min(), type.max()));
      return Optional.empty();
    }
    return Optional.of(new BigDecimal(number));
  }

  private static Optional<BigDecimal> real(TableReader table, String name, ElementType type) {
    return table
        .decimal(name, "a finite number, as it is %s".formatted(type))
        .filter(number -> {
          boolean fits = type == ElementType.F64 || Float.isFinite(number.floatValue());
          if (!fits) {
            table.error(name, "%s is out of range of f32".formatted(number));
          }
          return fits;
        })
        .map(PointsReader::plain);
  }

  /// The same number in one form, so that equal parameters are equal: 1e3 and 1000.0 are 1000.
  private static BigDecimal plain(BigDecimal number) {
    BigDecimal stripped = number.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  private void checkSizes(TableReader table, Map<String, BigDecimal> params) {
    var lengths = new HashMap<String, Long>();
    signature
        .params()
        .forEach((name, type) -> {
          if (type.isInteger()) {
            lengths.put(
                name,
                params
                    .getOrDefault(name, BigDecimal.ZERO)
                    .min(BigDecimal.valueOf(Long.MAX_VALUE))
                    .longValueExact());
          }
        });
    checkSizes(table, signature.derived(), lengths);
    checkSizes(table, signature.inputs(), lengths);
    OptionalLong outputs = checkSizes(table, signature.outputs(), lengths);
    if (outputs.isPresent() && outputs.getAsLong() > output.bytes() / cases) {
      table.error(
          "params",
          "the outputs take %d B a case, and %d cases of that pass limits.output (%s, %d B)"
              .formatted(outputs.getAsLong(), cases, output, output.bytes()));
    }
  }

  /// The bytes of all values whose size is known from the parameters; empty after an error.
  private static OptionalLong checkSizes(
      TableReader table, Map<String, ValueType> types, Map<String, Long> lengths) {
    long sum = 0;
    for (Map.Entry<String, ValueType> entry : types.entrySet()) {
      String what = "%s (%s)".formatted(entry.getKey(), entry.getValue().text());
      Optional<String> negative = negativeDimension(entry.getValue(), lengths);
      if (negative.isPresent()) {
        table.error(
            "params",
            "%s is %d, but it is a dimension of %s; a dimension is not negative"
                .formatted(negative.get(), lengths.get(negative.get()), what));
        return OptionalLong.empty();
      }
      long size = sizeOf(entry.getValue(), lengths);
      if (size > MAX_FILE_BYTES) {
        table.error("params", "%s takes more than 1 TiB".formatted(what));
        return OptionalLong.empty();
      }
      sum += size;
    }
    return OptionalLong.of(sum);
  }

  private static Optional<String> negativeDimension(ValueType type, Map<String, Long> lengths) {
    return type instanceof ValueType.Tensor tensor
        ? tensor.dimensions().stream()
            .map(dimension -> dimension.text())
            .filter(name -> lengths.getOrDefault(name, 0L) < 0)
            .findFirst()
        : Optional.empty();
  }

  /// The size of a file; 0 where it is not known from the parameters.
  private static long sizeOf(ValueType type, Map<String, Long> lengths) {
    try {
      return Signature.sizeOf(type, lengths).orElse(0);
    } catch (ArithmeticException overflow) {
      return Long.MAX_VALUE;
    } catch (IllegalArgumentException derivedDimension) {
      return 0;
    }
  }
}
