package dev.assay.core.suite;

import dev.assay.core.game.source.SourceLanguage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How programs of a language are built and started: a compiler or an interpreter with its options.
/// In commands `{source}` stands for the name of the source, `{task}`, `{language}` and `{number}`
/// for the parts of the program's name.
///
/// @param name the second part of its programs' names, as in `gcc`
/// @param extension the ending of their names, as in `c`
/// @param build absent when there is nothing to build
/// @param version prints which compiler or interpreter this is
/// @param syntax absent when nothing tells comments from the rest, so that sources have no size
/// @param iterating how its programs do their work again and again in one process; absent when they
///   are started as ever, and iterate by themselves
public record Language(
    String name,
    String extension,
    String image,
    @Nullable List<String> build,
    List<String> run,
    List<String> version,
    @Nullable SourceLanguage syntax,
    @Nullable Iterating iterating) {
  public Language {
    build = build == null ? null : List.copyOf(build);
    run = List.copyOf(run);
    version = List.copyOf(version);
  }

  /// A language whose programs are started as ever to iterate.
  public Language(
      String name,
      String extension,
      String image,
      @Nullable List<String> build,
      List<String> run,
      List<String> version,
      @Nullable SourceLanguage syntax) {
    this(name, extension, image, build, run, version, syntax, null);
  }

  /// How programs are built and started that do their work again and again in one process.
  ///
  /// @param files of the suite that are laid beside the source
  /// @param build absent when there is nothing to build
  /// @param run the workload's arguments are appended
  public record Iterating(List<String> files, @Nullable List<String> build, List<String> run) {
    public Iterating {
      files = List.copyOf(files);
      build = build == null ? null : List.copyOf(build);
      run = List.copyOf(run);
    }
  }

  /// The same language, whose programs iterate.
  public Language iterated() {
    return iterating == null
        ? this
        : new Language(
            name, extension, image, iterating.build(), iterating.run(), version, syntax, iterating);
  }

  /// Files of the suite that lie beside the source of a program that iterates.
  public List<String> iteratingFiles() {
    return iterating == null ? List.of() : iterating.files();
  }

  /// A command for one program.
  public static List<String> filled(List<String> command, ProgramSource program) {
    return command.stream().map(word -> filled(word, program)).toList();
  }

  private static String filled(String word, ProgramSource program) {
    return word.replace("{source}", program.fileName())
        .replace("{task}", program.name().task())
        .replace("{language}", program.name().language())
        .replace("{number}", Integer.toString(program.name().number()));
  }
}
