package dev.assay.core.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.assay.core.error.AssayException;
import dev.assay.core.run.Run;
import dev.assay.testkit.EncryptedRuns;
import dev.assay.testkit.ProgramRuns;
import dev.assay.testkit.Runs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `docs/run.schema.json` and the code say the same.
class RunSchemaTest {
  /// Objects whose keys are names from elsewhere.
  private static final Set<String> MAPS =
      Set.of(
          "params",
          "derived",
          "facts",
          "environment",
          "metrics",
          "input_hashes",
          "output_hashes",
          "meters");

  private static final Schema SCHEMA = schema();
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private static Schema schema() {
    try {
      String text = Files.readString(Path.of("..", "docs", "run.schema.json"));
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(text, InputFormat.JSON);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static List<Error> complaints(String json) {
    return SCHEMA.validate(
        json,
        InputFormat.JSON,
        context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)));
  }

  static Stream<Run> runs() {
    return Stream.of(
        Runs.full(),
        Runs.minimal(),
        Runs.failedBuild(),
        Runs.cancelled(),
        Runs.bundleError(),
        Runs.selfReported(),
        Runs.hostile(),
        ProgramRuns.full(),
        ProgramRuns.fallenBack(),
        EncryptedRuns.full(),
        EncryptedRuns.exact(),
        EncryptedRuns.joined(),
        EncryptedRuns.selfReported(),
        EncryptedRuns.refused());
  }

  @ParameterizedTest
  @MethodSource("runs")
  void acceptsWhatIsWritten(Run run) {
    assertThat(complaints(JsonCodec.toJson(run))).isEmpty();
  }

  @Test
  void acceptsEveryEnding() {
    String run = JsonCodec.toJson(Runs.failedBuild());
    for (String ending :
        List.of(
            "{\"how\":\"signaled\",\"signal\":11}",
            "{\"how\":\"killed\",\"limit\":\"wall\",\"limit_value\":1,\"reached\":2}",
            "{\"how\":\"stopped\",\"reason\":\"cancelled\"}",
            "{\"how\":\"not-started\",\"reason\":\"not found\"}",
            "{\"how\":\"sandbox-failed\",\"reason\":\"runc died\"}")) {
      String changed = run.replaceFirst("\\{\\s*\"how\": \"exited\",\\s*\"code\": 2\\s*}", ending);

      assertThat(changed).contains(ending);
      assertThat(complaints(changed)).isEmpty();
      assertThat(isRead(changed)).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"format\": 1, | \"format\": 2,",
        "\"state\": \"finished\" | \"state\": \"done\"",
        "\"started_at\": \"2026-11-29T20:15:07.123456789Z\" | \"started_at\": \"yesterday\"",
        "\"seed_secret\": \"00 | \"seed_secret\": \"zz",
        "\"commit\": \"3a | \"commit\": \"main",
        "\"digest\": \"sha256: | \"digest\": \"md5:",
        "\"status\": \"ok\" | \"status\": \"fine\"",
        "\"status\": \"ok\" | \"status\": \"wrong\"",
        "\"how\": \"exited\", \"code\": 0 | \"how\": \"exited\", \"code\": 0, \"signal\": 9",
        "\"how\": \"exited\", \"code\": 0 | \"how\": \"exited\"",
        "\"seed\": 1, | \"seed\": -1,",
        "\"seed\": 1, | \"seed\": 9007199254740992,",
        "\"seconds\": | \"seconds\": null, \"x\":",
        "\"wall_nanos\": 12345678 | \"wall_nanos\": -1",
        "\"wall_nanos\": 12345678 | \"wall_nanos\": 1.5",
        "\"cut\": true | \"cut\": \"true\"",
        "\"at_most\": 0.0001 | \"metric\": \"m\"",
        "\"cases\": 1.0 | \"cases\": 1.1",
      })
  void rejectsATamperedRun(String found, String replacement) {
    String run = JsonCodec.toJson(Runs.full());
    assertThat(run.contains(found)).as("the run has %s", found).isTrue();

    int at = run.indexOf(found);
    String tampered = run.substring(0, at) + replacement + run.substring(at + found.length());

    assertThat(complaints(tampered)).isNotEmpty();
  }

  static Stream<Run> runsWithEveryKey() {
    return Stream.of(withEverything(), ProgramRuns.full(), EncryptedRuns.full());
  }

  @ParameterizedTest
  @MethodSource("runsWithEveryKey")
  void knowsTheSameKeysAsTheCode(Run run) {
    JsonNode root = MAPPER.readTree(JsonCodec.toJson(run));
    var seen = new TreeSet<String>();
    for (ObjectNode object : objects(root, "", seen, new ArrayList<>())) {
      object.put("zz_unknown", 1);

      assertThat(complaints(root.toString())).as("an unknown key in %s", object).isNotEmpty();
      assertThat(isRead(root.toString())).as("an unknown key in %s", object).isFalse();
      object.remove("zz_unknown");
    }
    assertThat(seen).hasSizeGreaterThan(25);
  }

  @ParameterizedTest
  @MethodSource("runsWithEveryKey")
  void requiresTheSameKeysAsTheCode(Run run) {
    JsonNode root = MAPPER.readTree(JsonCodec.toJson(run));
    int tried = 0;
    for (ObjectNode object : objects(root, "", new HashSet<>(), new ArrayList<>())) {
      for (String key : List.copyOf(object.propertyNames())) {
        // That a case which is not ok has a cause, the schema alone says.
        if (!key.equals("cause")) {
          boolean isOptional = withoutKey(root, object, key, RunSchemaTest::isRead);
          boolean isOptionalInSchema =
              withoutKey(root, object, key, json -> complaints(json).isEmpty());

          assertThat(isOptionalInSchema).as("'%s' is optional", key).isEqualTo(isOptional);
          tried++;
        }
      }
    }
    assertThat(tried).isGreaterThan(150);
  }

  private static boolean withoutKey(
      JsonNode root,
      ObjectNode object,
      String key,
      java.util.function.Predicate<String> isAccepted) {
    var copy = object.deepCopy();
    object.remove(key);
    boolean accepted = isAccepted.test(root.toString());
    object.removeAll();
    object.setAll(copy);
    return accepted;
  }

  private static boolean isRead(String json) {
    try {
      JsonCodec.readRun(json.getBytes(UTF_8), "run.json");
      return true;
    } catch (AssayException e) {
      return false;
    }
  }

  /// A run in which every kind of object occurs, and little more than once.
  private static Run withEverything() {
    Run full = Runs.full();
    return Runs.run(
        full.state(),
        "a reason",
        full.job().points(),
        Runs.failedBuild().build(),
        List.of(full.points().get(1), full.points().get(3), Runs.hostile().points().getFirst()),
        full.window());
  }

  /// Every object whose keys are the format's, one for each place in the format, where the members
  /// of an array are one place for each set of keys.
  private static List<ObjectNode> objects(
      JsonNode node, String place, Set<String> seen, List<ObjectNode> found) {
    if (node instanceof ArrayNode array) {
      array.forEach(element -> objects(element, place, seen, found));
    }
    if (node instanceof ObjectNode object) {
      if (seen.add(place + new TreeSet<>(object.propertyNames()))) {
        found.add(object);
      }
      object
          .properties()
          .forEach(entry -> {
            if (!MAPS.contains(entry.getKey())) {
              objects(entry.getValue(), place + "/" + entry.getKey(), seen, found);
            }
          });
    }
    return found;
  }
}
