package dev.assay.cli.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import dev.assay.core.wire.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/// Writes each event as one JSON object on one line.
final class JsonLogEncoder extends EncoderBase<ILoggingEvent> {
  private static final byte[] NOTHING = {};

  @Override
  public byte[] headerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    return (JsonCodec.toLine(line(event)) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  static LogLine line(ILoggingEvent event) {
    Map<String, String> context = context(event);
    return new LogLine(
        event.getInstant(),
        event.getLevel().toString().toLowerCase(Locale.ROOT),
        event.getLoggerName(),
        String.valueOf(event.getFormattedMessage()),
        context.get("job"),
        context.get("run"),
        context.get("runner"),
        context.get("request"),
        context.get("remote"),
        stack(event.getThrowableProxy()));
  }

  /// What the event says itself, and what was said around it.
  private static Map<String, String> context(ILoggingEvent event) {
    var context = new HashMap<>(event.getMDCPropertyMap());
    List<KeyValuePair> own = event.getKeyValuePairs();
    if (own != null) {
      own.forEach(pair -> context.put(pair.key, String.valueOf(pair.value)));
    }
    return context;
  }

  private static @Nullable String stack(@Nullable IThrowableProxy thrown) {
    return thrown == null ? null : ThrowableProxyUtil.asString(thrown);
  }

  @Override
  public byte[] footerBytes() {
    return NOTHING;
  }
}
