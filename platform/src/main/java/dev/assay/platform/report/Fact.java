package dev.assay.platform.report;

import dev.assay.core.text.SafeText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A name and what stands behind it.
///
/// @param exact shown when it is pointed at; empty when the value is exact
/// @param isCode whether the value is something to copy: a hash, a path, a command
/// @param address where the value leads; empty for nowhere
public record Fact(String name, String value, String exact, boolean isCode, String address) {
  public Fact {
    // Runners name the facts of their machines.
    name = SafeText.oneLine(name);
  }

  public static Fact of(String name, String value) {
    return new Fact(name, SafeText.oneLine(value), "", false, "");
  }

  public static Fact code(String name, String value) {
    return new Fact(name, SafeText.oneLine(value), "", true, "");
  }

  public static Fact of(String name, Amount amount) {
    return new Fact(name, amount.text(), amount.exact(), false, "");
  }

  /// The same, and its value is a link.
  public Fact at(String where) {
    return new Fact(name, value, exact, isCode, where);
  }

  /// Facts of which some may be absent.
  public static final class Facts {
    private final List<Fact> facts = new ArrayList<>();

    public Facts add(String name, @Nullable String value) {
      if (value != null) {
        facts.add(of(name, value));
      }
      return this;
    }

    public Facts addCode(String name, @Nullable String value) {
      if (value != null) {
        facts.add(code(name, value));
      }
      return this;
    }

    public Facts add(String name, Amount amount) {
      if (!amount.exact().isEmpty()) {
        facts.add(of(name, amount));
      }
      return this;
    }

    public Facts add(Fact fact) {
      facts.add(fact);
      return this;
    }

    public Facts addAll(List<Fact> more) {
      facts.addAll(more);
      return this;
    }

    public List<Fact> list() {
      return List.copyOf(facts);
    }
  }
}
