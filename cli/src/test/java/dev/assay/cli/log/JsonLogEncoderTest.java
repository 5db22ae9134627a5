package dev.assay.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

class JsonLogEncoderTest {
  private final JsonLogEncoder encoder = new JsonLogEncoder();

  @Test
  void writesOneObjectOnOneLine() {
    String line = encoded("two\nlines \"quoted\"", Map.of("job", "j1", "run", "j1-2"), null);

    assertThat(line)
        .endsWith("}\n")
        .contains(
            "\"level\":\"warn\"",
            "two\\nlines \\\"quoted\\\"",
            "\"job\":\"j1\"",
            "\"run\":\"j1-2\"")
        .contains("\"time\":\"2026-11-30T12:00:00Z\"");
    assertThat(line.lines()).hasSize(1);
  }

  @Test
  void takesWhatTheEventSaysItselfBeforeWhatWasSaidAroundIt() {
    var event =
        new LoggingEvent(
            "x", new LoggerContext().getLogger("dev.assay.test"), Level.INFO, "done", null, null);
    event.setMDCPropertyMap(Map.of("runner", "r1", "job", "around"));
    event.addKeyValuePair(new KeyValuePair("job", "j1"));
    event.addKeyValuePair(new KeyValuePair("request", "q1"));

    String line = new String(encoder.encode(event), StandardCharsets.UTF_8);

    assertThat(line)
        .contains("\"job\":\"j1\"", "\"runner\":\"r1\"", "\"request\":\"q1\"")
        .doesNotContain("around");
  }

  @Test
  void showsAnExceptionWithItsStack() {
    String line = encoded("broke", Map.of(), new IllegalStateException("here"));

    assertThat(line).contains("java.lang.IllegalStateException: here").contains("showsAnException");
    assertThat(line.lines()).hasSize(1);
  }

  private String encoded(String message, Map<String, String> mdc, @Nullable Throwable thrown) {
    var context = new LoggerContext();
    var event =
        new LoggingEvent(
            "x", context.getLogger("dev.assay.test"), Level.WARN, message, thrown, null);
    event.setMDCPropertyMap(mdc);
    event.setInstant(Instant.parse("2026-11-30T12:00:00Z"));
    return new String(encoder.encode(event), StandardCharsets.UTF_8);
  }
}
