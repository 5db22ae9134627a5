package dev.assay.bundle.manifest;

import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.EncryptionScheme;
import dev.assay.core.bundle.EnvelopeSpec;
import dev.assay.core.bundle.EnvelopeSpec.ConfigType;
import dev.assay.core.bundle.EnvelopeSpec.StageLimits;
import dev.assay.core.bundle.Limits;
import dev.assay.core.encrypted.SecurityTable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Reads `[envelope]`.
final class EnvelopeReader {
  /// The languages that an envelope's harness exists for.
  static final List<String> LANGUAGES = List.of("cpp", "javascript", "python");

  private static final String NATIVE = "cpp";
  private static final int MAX_CIPHERTEXTS = 4096;
  private static final int MAX_COMMAND = 1000;
  private static final String LIST = "[]";
  private static final String CONFIG_TYPE =
      "the type of a value: one of %s, or text, or a list of one as in \"u32[]\""
          .formatted(TypeText.ELEMENTS);

  private final TableReader table;

  private EnvelopeReader(TableReader table) {
    this.table = table;
  }

  /// @param limits of the bundle, which hold where `[envelope.limits]` says nothing
  /// @return empty when something is missing or wrong, which the errors then say
  static Optional<EnvelopeSpec> read(TableReader table, Limits limits) {
    return new EnvelopeReader(table).read(limits);
  }

  private Optional<EnvelopeSpec> read(Limits limits) {
    Optional<String> language =
        Words.read(
            table.require("language", Words.oneOf(LANGUAGES)), "language", LANGUAGES, word -> word);
    Optional<EncryptionScheme> scheme =
        Words.read(
            table.require("scheme", "the scheme of its ciphertexts: ckks, bfv or bgv"),
            "scheme",
            List.of(EncryptionScheme.values()),
            EncryptionScheme::text);
    Optional<ElementType> packing = readPacking(scheme);
    int security = readSecurity();
    int most =
        table.integer("most_ciphertexts", 1, MAX_CIPHERTEXTS).orElse(EnvelopeSpec.MOST_CIPHERTEXTS);
    Optional<String> build = readBuild(language);
    TableReader configTable =
        table
            .require("config", "a table of the keys of config.jsonc and their types")
            .table("config");
    Map<String, ConfigType> config = readConfig(configTable);
    if (table.has("config") && configTable.keys().isEmpty()) {
      table.error("config", "names no key; parameters needs some for ring_degree and modulus");
    }
    TableReader parameters =
        table
            .require(
                "parameters", "a table with ring_degree and modulus, each a key of config.jsonc")
            .table("parameters");
    Optional<String> degree =
        readKey(parameters, "ring_degree", configTable, config, type -> !type.isList());
    Optional<String> modulus = readKey(parameters, "modulus", configTable, config, type -> true);
    parameters.finish();
    StageLimits stageLimits = readLimits(table.table("limits"), limits);
    table.finish();
    if (language.isEmpty()
        || scheme.isEmpty()
        || packing.isEmpty()
        || degree.isEmpty()
        || modulus.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new EnvelopeSpec(
            language.get(),
            scheme.get(),
            packing.get(),
            security,
            config,
            degree.get(),
            modulus.get(),
            stageLimits,
            most,
            build.orElse(null)));
  }

  private Optional<ElementType> readPacking(Optional<EncryptionScheme> scheme) {
    table.require(
        "packing", "the type of what is encrypted: f64 for ckks, i64 or u64 for bfv and bgv");
    Optional<ElementType> packing =
        Words.read(
            table,
            "packing",
            List.of(ElementType.F64, ElementType.I64, ElementType.U64),
            ElementType::text);
    if (packing.isEmpty() || scheme.isEmpty()) {
      return packing;
    }
    boolean approximate = scheme.get() == EncryptionScheme.CKKS;
    if (approximate == packing.get().isInteger()) {
      table.error(
          "packing",
          "%s encrypts %s; '%s' is not that"
              .formatted(
                  scheme.get().text(),
                  approximate ? "real numbers, f64" : "integers, i64 or u64",
                  packing.get()));
    }
    return packing;
  }

  private int readSecurity() {
    Optional<Integer> security = table.integer("security", 0, Integer.MAX_VALUE);
    security
        .filter(bits -> !SecurityTable.levels().contains(bits))
        .ifPresent(bits ->
            table.error(
                "security",
                "%d is no level of the homomorphic encryption standard; allowed: %s"
                    .formatted(
                        bits,
                        SecurityTable.levels().stream()
                            .map(String::valueOf)
                            .collect(Collectors.joining(", ")))));
    return security.orElse(Defaults.SECURITY);
  }

  private Optional<String> readBuild(Optional<String> language) {
    Optional<String> build = Texts.line(table, "build", MAX_COMMAND);
    if (build.isPresent() && language.filter(word -> !word.equals(NATIVE)).isPresent()) {
      table.error(
          "build", "an envelope in '%s' is not built; leave this out".formatted(language.get()));
    }
    return build;
  }

  private static Map<String, ConfigType> readConfig(TableReader reader) {
    var config = new LinkedHashMap<String, ConfigType>();
    for (String name : reader.keys()) {
      Optional<String> fault = Names.faultOf(name);
      fault.ifPresent(wrong -> reader.error(name, ManifestText.quote(name) + " " + wrong));
      reader
          .parsed(name, CONFIG_TYPE, EnvelopeReader::configType)
          .filter(type -> fault.isEmpty())
          .ifPresent(type -> config.put(name, type));
    }
    return config;
  }

  private static Optional<ConfigType> configType(String text) {
    boolean isList = text.endsWith(LIST);
    String element = isList ? text.substring(0, text.length() - LIST.length()) : text;
    return element.equals("text")
        ? Optional.of(new ConfigType(null, isList))
        : ElementType.parse(element).map(type -> new ConfigType(type, isList));
  }

  /// A key of `config.jsonc` that has integers.
  private static Optional<String> readKey(
      TableReader parameters,
      String key,
      TableReader configTable,
      Map<String, ConfigType> config,
      Predicate<ConfigType> shape) {
    Optional<String> name =
        parameters
            .require(key, "the key of envelope.config that has it")
            .string(key, "a key of envelope.config");
    if (name.isEmpty()) {
      return name;
    }
    Set<String> declared = new LinkedHashSet<>(configTable.keys());
    ConfigType type = config.get(name.get());
    if (!declared.contains(name.get()) && !declared.isEmpty()) {
      parameters.error(
          key,
          TableReader.unknown(
              "%s is no key of envelope.config".formatted(ManifestText.quote(name.get())),
              name.get(),
              declared));
    } else if (type != null && !(isInteger(type) && shape.test(type))) {
      parameters.error(
          key,
          "%s is %s; expected %s"
              .formatted(
                  ManifestText.quote(name.get()),
                  type.text(),
                  key.equals("modulus") ? "an integer or a list of integers" : "one integer"));
    }
    return name;
  }

  private static boolean isInteger(ConfigType type) {
    ElementType element = type.element();
    return element != null && element.isInteger();
  }

  private static StageLimits readLimits(TableReader reader, Limits limits) {
    Duration caseTime = limits.caseTime();
    var read =
        new StageLimits(
            LimitsReader.time(reader, "keygen", limits.init()),
            LimitsReader.time(reader, "encode", caseTime),
            LimitsReader.time(reader, "encrypt", caseTime),
            LimitsReader.time(reader, "decrypt", caseTime),
            LimitsReader.time(reader, "decode", caseTime),
            LimitsReader.memory(reader, limits.memory()));
    reader.finish();
    return read;
  }
}
