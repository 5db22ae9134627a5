package dev.assay.cli;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.wire.JsonCodec;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/// Turns failures into one message and the exit code of whoever is at fault (DESIGN section 10).
final class ErrorPrinter implements IExecutionExceptionHandler, IParameterExceptionHandler {
  private final Terminal terminal;

  ErrorPrinter(Terminal terminal) {
    this.terminal = terminal;
  }

  /// What is printed with `--json`.
  record Failure(String error, String fault, String message) {}

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
    AssayException failure =
        e instanceof AssayException known
            ? known
            : new AssayException(ErrorCode.INTERNAL, unexpected(e), e);
    boolean asJson = isJsonAskedFor(parsed);
    if (asJson) {
      terminal
          .out()
          .println(
              JsonCodec.toLine(
                  new Failure(
                      name(failure),
                      failure.fault().name().toLowerCase(java.util.Locale.ROOT),
                      failure.getMessage())));
    } else {
      terminal.err().println("assay: " + failure.getMessage());
      for (Throwable later : failure.getSuppressed()) {
        terminal.err().println("  then: " + later.getMessage());
      }
    }
    if (!(e instanceof AssayException) || System.getenv("ASSAY_DEBUG") != null) {
      e.printStackTrace(terminal.err());
    }
    return failure.fault().exitCode();
  }

  /// Whether the command itself was given `--json`, and not a command that it executes.
  private static boolean isJsonAskedFor(ParseResult parsed) {
    return parsed.asCommandLineList().stream()
        .anyMatch(command -> command.getParseResult().hasMatchedOption("--json"));
  }

  private static String name(AssayException failure) {
    return failure.code().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }

  private static String unexpected(Exception e) {
    return "This should not have happened, and is a fault of Assay: %s. Please report it with the lines below."
        .formatted(e);
  }

  @Override
  public int handleParseException(ParameterException e, String[] arguments) {
    CommandLine command = e.getCommandLine();
    terminal.err().println("assay: " + e.getMessage());
    if (!UnmatchedArgumentException.printSuggestions(e, terminal.err())) {
      terminal.err().println("Try: %s --help".formatted(command.getCommandSpec().qualifiedName()));
    }
    if (System.getenv("ASSAY_DEBUG") != null) {
      terminal.err().println(Arrays.toString(arguments));
    }
    return 2;
  }
}
