package dev.assay.bundle.harness;

import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.ValueType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// Solutions that give back what they get: `NAME_out` is `NAME`, of the point or of the inputs.
final class Echo {
  private Echo() {}

  static String cpp(Signature signature) {
    return """
    #include "assay/signature.hpp"
    namespace assay {
    struct State { Point point; };
    State* init(const Point& point) { return new State{point}; }
    Outputs run([[maybe_unused]] State& state, const Inputs& inputs) {
      [[maybe_unused]] const Point& point = state.point;
      Outputs outputs;
    %s  return outputs;
    }
    void free(State* state) { delete state; }
    }
    """
        .formatted(
            lines(
                signature,
                (owner, name, type) -> "  outputs.%s_out = %s.%s;".formatted(name, owner, name)));
  }

  static String c(Signature signature) {
    return """
    #include "assay/signature.h"
    #include <stdlib.h>
    #include <string.h>
    struct assay_state { const assay_point *point; };
    static void copy(assay_bytes *to, assay_bytes from) {
      to->data = malloc(from.size);
      to->size = from.size;
      memcpy(to->data, from.data, from.size);
    }
    assay_state *assay_init(const assay_point *point) {
      assay_state *state = malloc(sizeof *state);
      state->point = point;
      return state;
    }
    int assay_run(assay_state *state, const assay_inputs *inputs, assay_outputs *outputs) {
      const assay_point *point = state->point;
    %s  return 0;
    }
    void assay_free(assay_state *state) { free(state); }
    """
        .formatted(lines(signature, Echo::cCopy));
  }

  static String python(Signature signature) {
    return """
    def init(point):
        return point
    def run(point, inputs):
        return {
    %s    }
    """
        .formatted(
            lines(
                signature,
                (owner, name, type) -> "  '%s_out': %s.%s,".formatted(name, owner, name)));
  }

  /// Without the exports.
  static String javascript(Signature signature) {
    return """
    let point
    function init(given) { return (point = given) }
    function run(point, inputs) {
      return {
    %s  }
    }
    """
        .formatted(
            lines(
                signature,
                (owner, name, type) -> "    %s_out: %s.%s,".formatted(name, owner, name)));
  }

  private static String cCopy(String owner, String name, ValueType type) {
    return switch (type) {
      case ValueType.Scalar _ -> "  outputs->%s_out = %s->%s;".formatted(name, owner, name);
      case ValueType.Bytes() -> "  copy(&outputs->%s_out, %s->%s);".formatted(name, owner, name);
      case ValueType.Tensor(var element, var dimensions) ->
          "  memcpy(outputs->%s_out, %s->%s, (size_t)%d * %s);"
              .formatted(
                  name,
                  owner,
                  name,
                  element.bytes(),
                  dimensions.stream()
                      .map(d ->
                          Character.isDigit(d.text().charAt(0)) ? d.text() : "point->" + d.text())
                      .collect(Collectors.joining(" * ")));
    };
  }

  private interface Line {
    String of(String owner, String name, ValueType type);
  }

  private static String lines(Signature signature, Line line) {
    var owners = new LinkedHashMap<String, Map<String, ValueType>>();
    var point = new LinkedHashMap<String, ValueType>();
    signature.params().forEach((name, element) -> point.put(name, new ValueType.Scalar(element)));
    point.putAll(signature.derived());
    owners.put("point", point);
    owners.put("inputs", signature.inputs());
    var text = new StringBuilder();
    owners.forEach((owner, values) ->
        values.forEach((name, type) -> text.append(line.of(owner, name, type)).append('\n')));
    return text.toString();
  }
}
