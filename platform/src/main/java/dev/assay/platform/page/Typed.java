package dev.assay.platform.page;

import dev.assay.platform.http.Exchange;
import java.util.HashMap;
import java.util.Map;

/// What somebody typed into a form, and what is wrong with it: shown again, so that nothing has to
/// be typed twice.
///
/// @param values by the name of the field
/// @param faults sentences by the name of the field; under the empty name what is wrong with the
///   whole
public record Typed(Map<String, String> values, Map<String, String> faults) {
  /// A form that nobody has filled in.
  public static final Typed NOTHING = new Typed(Map.of(), Map.of());

  public Typed {
    values = Map.copyOf(values);
    faults = Map.copyOf(faults);
  }

  /// The fields of a form that was sent, without spaces around them.
  public static Typed of(Exchange exchange, String... names) {
    var values = new HashMap<String, String>();
    for (String name : names) {
      values.put(name, exchange.form(name).orElse("").strip());
    }
    return new Typed(values, Map.of());
  }

  /// The same with a fault of a field; the first of a field stays.
  public Typed wrong(String name, String sentence) {
    var all = new HashMap<>(faults);
    all.putIfAbsent(name, sentence);
    return new Typed(values, all);
  }

  /// The same with another value.
  public Typed with(String name, String value) {
    var all = new HashMap<>(values);
    all.put(name, value);
    return new Typed(all, faults);
  }

  /// Empty when nothing was typed.
  public String value(String name) {
    return values.getOrDefault(name, "");
  }

  /// Empty when nothing is wrong.
  public String fault(String name) {
    return faults.getOrDefault(name, "");
  }

  public boolean isSound() {
    return faults.isEmpty();
  }
}
