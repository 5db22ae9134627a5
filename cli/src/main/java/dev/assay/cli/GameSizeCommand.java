package dev.assay.cli;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.game.source.SourceLanguage;
import dev.assay.core.game.source.SourceSize;
import dev.assay.core.wire.JsonCodec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Measures sources.
@Command(
    name = "size",
    mixinStandardHelpOptions = true,
    description = {
      "Measures sources: without comments and repeated white space, compressed by gzip at its fastest level, in bytes.",
      "Prints a line for each file: that size, the size before compression, the size of the file, its language, its name."
    })
final class GameSizeCommand implements Callable<Integer> {
  /// No program of anybody's is larger; a file that is has been named by mistake.
  private static final long LARGEST = 64L << 20;

  private final Wiring wiring;

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "Sources; - is standard input.")
  List<Path> files = List.of();

  @Option(
      names = "--language",
      paramLabel = "L",
      description = "The language of all of them, where the ending of a name does not tell it.")
  @Nullable String language;

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  GameSizeCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  /// What `--json` prints.
  ///
  /// @param refused why other files have no size
  record Printed(List<Measured> sources, List<String> refused) {
    Printed {
      sources = List.copyOf(sources);
      refused = List.copyOf(refused);
    }
  }

  /// A source and its size.
  ///
  /// @param doubts why the size may be wrong
  record Measured(
      String file,
      String language,
      long bytes,
      long plainBytes,
      long compressedBytes,
      List<String> doubts) {
    Measured {
      doubts = List.copyOf(doubts);
    }

    String line() {
      return "%8d %8d %8d  %-10s %s".formatted(compressedBytes, plainBytes, bytes, language, file);
    }
  }

  @Override
  public Integer call() {
    var measured = new ArrayList<Measured>();
    var refused = new ArrayList<AssayException>();
    for (Path file : files) {
      try {
        measured.add(measure(file));
      } catch (AssayException e) {
        refused.add(e);
      }
    }
    print(measured, refused.stream().map(Exception::getMessage).toList());
    return refused.isEmpty() ? 0 : refused.getFirst().fault().exitCode();
  }

  private void print(List<Measured> measured, List<String> refused) {
    var out = wiring.terminal().out();
    if (json) {
      out.print(JsonCodec.toJson(new Printed(measured, refused)));
    } else {
      measured.forEach(one -> out.println(one.line()));
      measured.forEach(this::printDoubts);
      refused.forEach(why -> wiring.terminal().err().println("assay: " + why));
    }
    out.flush();
  }

  private void printDoubts(Measured one) {
    one.doubts()
        .forEach(doubt ->
            wiring
                .terminal()
                .err()
                .println("assay: the size of %s may be wrong: %s".formatted(one.file(), doubt)));
  }

  private Measured measure(Path file) {
    SourceLanguage found = language(file);
    var size = SourceSize.of(read(file), found);
    return new Measured(
        file.toString(),
        found.word(),
        size.bytes(),
        size.plainBytes(),
        size.compressedBytes(),
        size.doubts());
  }

  private static byte[] read(Path file) {
    return new InputFile(file, "a source", LARGEST).bytes();
  }

  private SourceLanguage language(Path file) {
    if (language != null) {
      return SourceLanguage.require(language);
    }
    return SourceLanguage.ofFile(file.toString())
        .orElseThrow(() ->
            new AssayException(
                ErrorCode.USAGE,
                "The name %s does not tell its language; say it with --language, as one of %s."
                    .formatted(file, SourceLanguage.all())));
  }
}
