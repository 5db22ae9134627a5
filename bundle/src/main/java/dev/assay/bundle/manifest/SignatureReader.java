package dev.assay.bundle.manifest;

import dev.assay.core.bundle.Dimension;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.ValueType;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Reads `[signature]`.
final class SignatureReader {
  private static final Pattern SECRET = Pattern.compile("secret(?:\\s+(.*))?");

  /// What the answer of an author's `run` calls the encrypted part.
  private static final String CIPHERTEXTS = "ciphertexts";

  private final TableReader table;
  private final boolean encrypted;

  /// Every name so far, and the table that it stands in.
  private final Map<String, String> owners = new LinkedHashMap<>();

  private final Set<String> secrets = new LinkedHashSet<>();

  private SignatureReader(TableReader table, boolean encrypted) {
    this.table = table;
    this.encrypted = encrypted;
  }

  /// What could be read; whatever has an error is left out.
  ///
  /// @param encrypted whether inputs and outputs may be secret, and one of each has to be
  static Signature read(TableReader table, boolean encrypted) {
    return new SignatureReader(table, encrypted).read();
  }

  private Signature read() {
    table.require("inputs", "a table of names and types, as in { a = \"u32[N]\" }");
    table.require("outputs", "a table of names and types, as in { c = \"u32[N]\" }");
    Map<String, ElementType> params = params(table.table("params"));
    TableReader derivedTable = table.table("derived");
    Map<String, ValueType> derived = types(derivedTable, "derived");
    TableReader inputTable = table.table("inputs");
    Map<String, ValueType> inputs = types(inputTable, "inputs");
    TableReader outputTable = table.table("outputs");
    Map<String, ValueType> outputs = types(outputTable, "outputs");
    if (table.has("inputs") && inputTable.keys().isEmpty()) {
      table.error("inputs", "names no input; a solution needs at least one");
    }
    if (table.has("outputs") && outputTable.keys().isEmpty()) {
      table.error("outputs", "names no output; a solution needs at least one");
    }
    checkSecrets(inputTable, outputTable);
    checkDimensions(derivedTable, derived, params, derived);
    checkDimensions(inputTable, inputs, params, derived);
    checkDimensions(outputTable, outputs, params, derived);
    table.finish();
    return new Signature(params, derived, inputs, outputs, List.copyOf(secrets));
  }

  private void checkSecrets(TableReader inputTable, TableReader outputTable) {
    if (!encrypted) {
      return;
    }
    requireSecret(inputTable, "inputs", "a solution computes on what it may not see");
    requireSecret(outputTable, "outputs", "an answer that the server may see needs no envelope");
    if (outputTable.has(CIPHERTEXTS)) {
      outputTable.error(
          CIPHERTEXTS,
          "'%s' is what run calls the encrypted part of its answer; choose another name"
              .formatted(CIPHERTEXTS));
    }
  }

  private void requireSecret(TableReader reader, String key, String why) {
    List<String> names = reader.keys();
    if (!names.isEmpty() && names.stream().noneMatch(secrets::contains)) {
      table.error(key, "none is secret, as in \"secret f64[N]\"; %s".formatted(why));
    }
  }

  private Map<String, ElementType> params(TableReader reader) {
    var params = new LinkedHashMap<String, ElementType>();
    for (String name : reader.keys()) {
      boolean proper = checkName(reader, name, "params");
      reader
          .parsed(
              name,
              "an element type, which is what a parameter has; allowed: " + TypeText.ELEMENTS,
              ElementType::parse)
          .filter(type -> proper)
          .ifPresent(type -> params.put(name, type));
    }
    return params;
  }

  private Map<String, ValueType> types(TableReader reader, String tableName) {
    var types = new LinkedHashMap<String, ValueType>();
    for (String name : reader.keys()) {
      checkName(reader, name, tableName);
      reader
          .checked(name, TypeText.TYPES, text -> parse(name, text, tableName))
          .ifPresent(type -> types.put(name, type));
    }
    return types;
  }

  private ValueType parse(String name, String text, String tableName) {
    var secret = SECRET.matcher(text);
    if (!secret.matches()) {
      return TypeText.parse(text);
    }
    if (tableName.equals("derived")) {
      throw new IllegalArgumentException(
          "%s: only inputs and outputs are secret; what a point gives is public"
              .formatted(ManifestText.quote(text)));
    }
    if (!encrypted) {
      throw new IllegalArgumentException(
          "%s needs bundle.protocol = \"encrypted\"".formatted(ManifestText.quote(text)));
    }
    secrets.add(name);
    if (secret.group(1) == null) {
      throw new IllegalArgumentException(
          "%s says no type; write one as \"secret f64[N]\"".formatted(ManifestText.quote(text)));
    }
    return TypeText.parse(secret.group(1).strip());
  }

  /// Whether the name may be one.
  private boolean checkName(TableReader reader, String name, String tableName) {
    Optional<String> wrong = Names.faultOf(name);
    wrong.ifPresent(fault -> reader.error(name, ManifestText.quote(name) + " " + fault));
    String owner = owners.putIfAbsent(name, tableName);
    if (owner != null) {
      reader.error(
          name,
          "%s stands in signature.%s already; a name means one thing"
              .formatted(ManifestText.quote(name), owner));
    }
    return wrong.isEmpty();
  }

  private void checkDimensions(
      TableReader reader,
      Map<String, ValueType> types,
      Map<String, ElementType> params,
      Map<String, ValueType> derived) {
    types.forEach((name, type) -> {
      if (type instanceof ValueType.Tensor tensor) {
        tensor
            .dimensions()
            .forEach(dimension -> checkDimension(reader, name, dimension, params, derived));
      }
    });
  }

  private void checkDimension(
      TableReader reader,
      String name,
      Dimension dimension,
      Map<String, ElementType> params,
      Map<String, ValueType> derived) {
    if (!(dimension instanceof Dimension.Named(String length))) {
      return;
    }
    Set<String> allowed = new LinkedHashSet<>();
    params.forEach((param, type) -> addIfInteger(allowed, param, new ValueType.Scalar(type)));
    derived.forEach((scalar, type) -> addIfInteger(allowed, scalar, type));
    if (allowed.contains(length)) {
      return;
    }
    ValueType other =
        params.containsKey(length) ? new ValueType.Scalar(params.get(length)) : derived.get(length);
    if (other != null) {
      reader.error(
          name,
          "dimension '%s' is %s; a dimension is an integer parameter or derived scalar"
              .formatted(length, other.text()));
    } else if (!owners.containsKey(length) || !isLengthTable(owners.get(length))) {
      reader.error(
          name,
          allowed.isEmpty()
              ? "dimension '%s' names no parameter and no derived scalar; there is none"
                  .formatted(length)
              : TableReader.unknown(
                  "dimension '%s' names no parameter and no derived scalar".formatted(length),
                  length,
                  allowed));
    }
  }

  /// Whether names of this table may be lengths; where such a name is not in the types its own
  /// error has been reported.
  private static boolean isLengthTable(String tableName) {
    return tableName.equals("params") || tableName.equals("derived");
  }

  private static void addIfInteger(Set<String> allowed, String name, ValueType type) {
    if (type instanceof ValueType.Scalar(ElementType element) && element.isInteger()) {
      allowed.add(name);
    }
  }
}
