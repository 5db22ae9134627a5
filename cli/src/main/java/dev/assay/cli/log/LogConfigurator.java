package dev.assay.cli.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;

/// Sends the log to standard error, as JSON lines. Logback finds it as a service, and looks for no
/// file.
public final class LogConfigurator extends ContextAwareBase implements Configurator {
  /// The property with the level of Assay's own log; `info` without.
  static final String LEVEL = "assay.log.level";

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    var encoder = new JsonLogEncoder();
    encoder.setContext(context);
    encoder.start();
    var appender = new ConsoleAppender<ILoggingEvent>();
    appender.setContext(context);
    appender.setTarget("System.err");
    appender.setEncoder(encoder);
    appender.start();
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.WARN);
    root.addAppender(appender);
    context.getLogger("dev.assay").setLevel(Level.toLevel(System.getProperty(LEVEL), Level.INFO));
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }
}
