package dev.assay.platform.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// The description of the whole API, put together from its parts: each part of the platform has a
/// fragment in the folder `openapi` of the class path.
public final class OpenApi {
  /// Every fragment that there can be, in the order of the document.
  public static final List<String> FRAGMENTS =
      List.of("base", "account", "operate", "queue", "submission", "results", "webhooks");

  private static final YAMLMapper MAPPER = YAMLMapper.builder().build();

  private OpenApi() {}

  /// The fragments of these names as one document; one that is not there is left out.
  ///
  /// @throws IllegalStateException when two describe the same thing
  public static ObjectNode assemble(List<String> fragments) {
    ObjectNode document = MAPPER.createObjectNode();
    for (String name : fragments) {
      merge(document, fragment(name), name + ".yaml", 0);
    }
    return document;
  }

  static String toYaml(JsonNode document) {
    return MAPPER.writeValueAsString(document);
  }

  private static ObjectNode fragment(String name) {
    try (InputStream in = OpenApi.class.getResourceAsStream("/openapi/%s.yaml".formatted(name))) {
      return in == null ? MAPPER.createObjectNode() : (ObjectNode) MAPPER.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Paths, methods and kinds of components are merged, whatever is below is one fragment's own.
  private static void merge(ObjectNode into, ObjectNode from, String where, int depth) {
    for (Map.Entry<String, JsonNode> entry : from.properties()) {
      String key = entry.getKey();
      JsonNode old = into.get(key);
      if (old == null) {
        into.set(key, entry.getValue());
      } else if (depth < 2 && old instanceof ObjectNode to) {
        merge(to, (ObjectNode) entry.getValue(), "%s, %s".formatted(where, key), depth + 1);
      } else {
        throw new IllegalStateException("%s: %s is described twice".formatted(where, key));
      }
    }
  }
}
