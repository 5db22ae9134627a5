package dev.assay.platform.page;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;

/// The words of the pages in one language, from the message files `texts/AREA_LANGUAGE.properties`
/// (UTF-8; patterns of `java.text.MessageFormat`, so an apostrophe is written twice).
///
/// What runs, verdicts and findings say is recorded with them and is not translated.
public final class Texts {
  /// The message files, one an area of the pages. A key begins with its area.
  static final List<String> AREAS =
      List.of("frame", "benchmark", "chart", "run", "account", "host", "operate");

  private final Locale locale;
  private final Map<String, MessageFormat> messages;

  private Texts(Locale locale, Map<String, MessageFormat> messages) {
    this.locale = locale;
    this.messages = Map.copyOf(messages);
  }

  public static Texts english() {
    return load(Locale.ENGLISH);
  }

  private static Texts load(Locale locale) {
    var messages = new TreeMap<String, MessageFormat>();
    for (String area : AREAS) {
      read(area, locale)
          .forEach((key, text) ->
              messages.put((String) key, new MessageFormat((String) text, Locale.ROOT)));
    }
    return new Texts(locale, messages);
  }

  private static Properties read(String area, Locale locale) {
    String file = "texts/%s_%s.properties".formatted(area, locale.getLanguage());
    var properties = new Properties();
    try (var in =
        new InputStreamReader(
            Objects.requireNonNull(Texts.class.getResourceAsStream(file), file),
            StandardCharsets.UTF_8)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " is part of the program and cannot be read", e);
    }
    return properties;
  }

  /// As pages say it in `lang`.
  public String language() {
    return locale.getLanguage();
  }

  /// Every key there is.
  public List<String> keys() {
    return messages.keySet().stream().sorted().toList();
  }

  /// The text of a key, with its arguments filled in.
  public String of(String key, Object... arguments) {
    MessageFormat message = messages.get(key);
    if (message == null) {
      throw new IllegalArgumentException("no message file has the key " + key);
    }
    // A MessageFormat is not to be used by several threads.
    return ((MessageFormat) message.clone()).format(arguments);
  }
}
