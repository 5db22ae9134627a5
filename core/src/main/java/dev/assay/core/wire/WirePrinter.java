package dev.assay.core.wire;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;

/// Indents the first four levels and writes what is deeper on one line, so that a run has a line
/// per case and a line per sample of a memory profile.
final class WirePrinter extends DefaultPrettyPrinter {
  private static final long serialVersionUID = 1;
  private static final int LEVELS = 4;

  WirePrinter() {
    super(
        Separators.createDefaultInstance()
            .withObjectNameValueSpacing(Separators.Spacing.AFTER)
            .withObjectEmptySeparator("")
            .withArrayEmptySeparator(""));
    indentArraysWith(new FirstLevels());
    indentObjectsWith(new FirstLevels());
  }

  @Override
  public DefaultPrettyPrinter createInstance() {
    return new WirePrinter();
  }

  @Override
  public void writeObjectEntrySeparator(JsonGenerator generator) {
    separate(generator);
  }

  @Override
  public void writeArrayValueSeparator(JsonGenerator generator) {
    separate(generator);
  }

  private void separate(JsonGenerator generator) {
    generator.writeRaw(_nesting > LEVELS ? ", " : ",");
    _objectIndenter.writeIndentation(generator, _nesting);
  }

  @Override
  public void writeEndObject(JsonGenerator generator, int entries) {
    end(generator, entries, '}');
  }

  @Override
  public void writeEndArray(JsonGenerator generator, int values) {
    end(generator, values, ']');
  }

  private void end(JsonGenerator generator, int contained, char bracket) {
    boolean inline = _nesting > LEVELS;
    _nesting--;
    if (!inline && contained > 0) {
      _objectIndenter.writeIndentation(generator, _nesting);
    }
    generator.writeRaw(bracket);
  }

  private static final class FirstLevels implements Indenter {
    @Override
    public void writeIndentation(JsonGenerator generator, int level) {
      if (level <= LEVELS) {
        generator.writeRaw("\n" + "  ".repeat(level));
      }
    }

    @Override
    public boolean isInline() {
      return false;
    }
  }
}
