package dev.assay.cli.log;

/// Whether this process has a log. Decided before the first logger is made.
public final class Logging {
  private Logging() {}

  /// A command that prints what it has to say needs no log, and does without the time that Logback
  /// takes to start.
  public static void beSilent() {
    System.setProperty("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
    System.setProperty("slf4j.internal.verbosity", "ERROR");
  }

  /// What a person watches shows no line for each request.
  public static void warnOnly() {
    System.setProperty(LogConfigurator.LEVEL, "warn");
  }
}
