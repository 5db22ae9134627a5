package dev.assay.platform.testkit;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.assay.platform.http.OpenApi;
import dev.assay.platform.http.Route;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Holds answers to the description of the API, and the description to what is answered.
public final class OpenApiConformity {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final Set<String> METHODS =
      Set.of("get", "put", "post", "delete", "patch", "head", "options");

  private final ObjectNode document;
  private final SchemaRegistry registry =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private final Map<JsonNode, Schema> schemas = new HashMap<>();

  private OpenApiConformity(ObjectNode document) {
    this.document = document;
  }

  /// The whole description, which is read once for this JVM.
  public static OpenApiConformity whole() {
    return Whole.CONFORMITY;
  }

  private static final class Whole {
    static final OpenApiConformity CONFORMITY = of(OpenApi.FRAGMENTS.toArray(String[]::new));
  }

  /// These fragments of it alone.
  public static OpenApiConformity of(String... fragments) {
    return new OpenApiConformity(OpenApi.assemble(List.of(fragments)));
  }

  /// Checks one answer.
  ///
  /// @param route as registered or as requested, as in `/api/v1/runs/{run}` or `/api/v1/runs/x1`;
  ///   what follows a question mark is not looked at
  /// @param contentType of the answer; absent without a body
  /// @throws AssertionError when the route, the method, the status, the type or the body is not as
  ///   described
  public synchronized void check(
      String method, String route, int status, @Nullable String contentType, String body) {
    String what = "%s %s → %d".formatted(method, route, status);
    JsonNode response = response(operation(method, route, what), status, what);
    JsonNode content = response.path("content");
    if (content.isMissingNode()) {
      require(
          body.isEmpty(), "%s: no body is described, but there is one: %s".formatted(what, body));
      return;
    }
    String type = contentType == null ? "none" : contentType.split(";", 2)[0].strip();
    JsonNode media = content.get(type);
    require(media != null, "%s: a body of the type %s is not described".formatted(what, type));
    if (media != null && media.has("schema") && type.endsWith("json")) {
      List<Error> errors = schema(media.get("schema")).validate(body, InputFormat.JSON);
      require(errors.isEmpty(), "%s: %s in %s".formatted(what, errors, body));
    }
  }

  /// Which of the routes are not described.
  public Set<String> undocumented(Collection<Route> routes) {
    Set<String> left = texts(routes);
    left.removeAll(documented());
    return left;
  }

  /// Which routes are described, but are none of these.
  public Set<String> unregistered(Collection<Route> routes) {
    Set<String> left = documented();
    left.removeAll(texts(routes));
    return left;
  }

  private Set<String> documented() {
    var found = new TreeSet<String>();
    document
        .path("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .propertyNames()
                .forEach(method -> {
                  if (METHODS.contains(method)) {
                    found.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey());
                  }
                }));
    return found;
  }

  private static Set<String> texts(Collection<Route> routes) {
    var texts = new TreeSet<String>();
    routes.forEach(route -> texts.add(route.method() + " " + described(route.path())));
    return texts;
  }

  private static String described(String path) {
    return path.replace('<', '{').replace('>', '}');
  }

  private JsonNode operation(String method, String route, String what) {
    String path = described(route.split("\\?", 2)[0]);
    JsonNode paths = document.path("paths");
    JsonNode found =
        Optional.ofNullable(paths.get(path))
            .or(() -> find(paths, path, "[^/]+"))
            .or(() -> find(paths, path, ".+"))
            .orElse(null);
    require(found != null, "%s: the route is not described".formatted(what));
    JsonNode operation = found == null ? null : found.get(method.toLowerCase(Locale.ROOT));
    require(operation != null, "%s: the method is not described".formatted(what));
    return operation == null ? document : operation;
  }

  /// The longest that fits.
  ///
  /// @param last what the last parameter may be
  private static Optional<JsonNode> find(JsonNode paths, String path, String last) {
    return paths.properties().stream()
        .filter(entry -> path.matches(pattern(entry.getKey(), last)))
        .max(Comparator.comparingInt(entry -> entry.getKey().length()))
        .map(Map.Entry::getValue);
  }

  private static String pattern(String template, String last) {
    return template
        .replace(".", "\\.")
        .replaceAll("\\{[^/]+}$", last)
        .replaceAll("\\{[^/]+}", "[^/]+");
  }

  private JsonNode response(JsonNode operation, int status, String what) {
    JsonNode responses = operation.path("responses");
    JsonNode found = responses.get("" + status);
    if (found == null) {
      found = responses.get(status / 100 + "XX");
    }
    if (found == null && status >= 400) {
      found = responses.get("default");
    }
    require(found != null, "%s: the status is not described".formatted(what));
    return found == null ? document : resolved(found);
  }

  private JsonNode resolved(JsonNode node) {
    JsonNode reference = node.get("$ref");
    return reference == null
        ? node
        : document.at(reference.asString().substring(1).replace("~", "~0"));
  }

  private Schema schema(JsonNode node) {
    return schemas.computeIfAbsent(
        node,
        any -> {
          ObjectNode root = MAPPER.createObjectNode();
          root.putArray("allOf").add(node);
          root.set("components", document.path("components"));
          return registry.getSchema(root.toString(), InputFormat.JSON);
        });
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new AssertionError(message);
    }
  }
}
