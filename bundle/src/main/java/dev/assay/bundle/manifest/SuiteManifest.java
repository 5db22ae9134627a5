package dev.assay.bundle.manifest;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.game.source.SourceLanguage;
import dev.assay.core.suite.Language;
import dev.assay.core.suite.Suite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Reads `suite.toml`. All that is wrong is reported at once.
public final class SuiteManifest {
  /// The name of the file in a suite's folder.
  public static final String FILE_NAME = "suite.toml";

  private static final Pattern TASK = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");
  private static final Pattern LANGUAGE = Pattern.compile("[a-z0-9][a-z0-9+]{0,39}");
  private static final Pattern EXTENSION = Pattern.compile("[A-Za-z0-9+]{1,20}");
  private static final Pattern PLACEHOLDER = Pattern.compile("(?<!\\$)\\{([A-Za-z_][\\w-]*)}");
  private static final List<String> PLACEHOLDERS = List.of("source", "task", "language", "number");
  private static final int MAX_NAME = 80;

  private final ManifestErrors errors = new ManifestErrors(FILE_NAME);
  private final Path path;
  private final TableReader root;

  private SuiteManifest(ManifestFile file) {
    path = file.path();
    root =
        new TableReader(
            file.toml(), "", ManifestFile.start(), new ManifestText(file.text()), errors);
  }

  /// Reads the manifest of the suite in `folder`.
  ///
  /// @throws AssayException `USAGE` with a line `suite.toml:LINE:COLUMN: KEY: sentence` for each
  ///   error, 20 at most
  public static Suite read(Path folder) {
    return new SuiteManifest(ManifestFile.read(folder, FILE_NAME, ErrorCode.USAGE)).read();
  }

  private Suite read() {
    TableReader head = root.table("suite");
    head.require("name", "one line, as in \"examples\"");
    Optional<String> name = Texts.line(head, "name", MAX_NAME);
    String programs = Texts.innerPath(head, "programs").orElse("programs");
    head.finish();
    List<Suite.Task> tasks = tasks();
    List<Language> languages = languages();
    root.finish();
    errors.throwIfAny(ErrorCode.USAGE, path);
    return new Suite(name.orElseThrow(), programs, tasks, languages);
  }

  private List<Suite.Task> tasks() {
    String expected = "[[tasks]] with a task and its bundle";
    root.require("tasks", expected);
    var tasks = new ArrayList<Suite.Task>();
    var names = new HashSet<String>();
    for (TableReader table : root.tables("tasks", expected)) {
      Optional<String> name =
          name(table, TASK, "small letters, digits and '-', as in \"nbody\"", names);
      table.require("bundle", "the folder of a bundle, as in \"bundles/nbody\"");
      Optional<String> bundle = Texts.innerPath(table, "bundle");
      table.finish();
      if (name.isPresent() && bundle.isPresent()) {
        tasks.add(new Suite.Task(name.get(), bundle.get()));
      }
    }
    return tasks;
  }

  private List<Language> languages() {
    String expected = "[[languages]] with commands";
    root.require("languages", expected);
    var languages = new ArrayList<Language>();
    var names = new HashSet<String>();
    for (TableReader table : root.tables("languages", expected)) {
      language(table, names).ifPresent(languages::add);
    }
    return languages;
  }

  private static Optional<Language> language(TableReader table, Set<String> names) {
    Optional<String> name =
        name(table, LANGUAGE, "small letters, digits and '+', as in \"gcc\"", names);
    String ending = "the ending of a file's name without its dot, as in \"c\"";
    table.require("extension", ending);
    Optional<String> extension =
        table.parsed(
            "extension",
            ending,
            text -> Optional.of(text).filter(one -> EXTENSION.matcher(one).matches()));
    String image = Texts.image(table);
    Optional<List<String>> build = command(table, "build");
    table.require("run", "a command, as in [\"./program\"]");
    Optional<List<String>> run = command(table, "run");
    table.require("version", "a command, as in [\"gcc\", \"--version\"]");
    Optional<List<String>> version = command(table, "version");
    Optional<SourceLanguage> syntax =
        table.parsed(
            "syntax",
            "a language whose comments are known: " + SourceLanguage.all(),
            SourceLanguage::find);
    Optional<Language.Iterating> iterating =
        table.has("iterate") ? iterating(table.table("iterate"), build) : Optional.empty();
    table.finish();
    if (name.isEmpty() || extension.isEmpty() || run.isEmpty() || version.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Language(
            name.get(),
            extension.get(),
            image,
            build.orElse(null),
            run.get(),
            version.get(),
            syntax
                .or(() -> SourceLanguage.find(extension.get()))
                .or(() -> SourceLanguage.find(name.get()))
                .orElse(null),
            iterating.orElse(null)));
  }

  /// @param usual the language's own build command
  private static Optional<Language.Iterating> iterating(
      TableReader table, Optional<List<String>> usual) {
    String paths = "an array of paths inside the folder, as in [\"iterate/iterate.py\"]";
    List<String> files = table.strings("files", paths).orElse(List.of());
    files.stream()
        .filter(file -> !Texts.staysInside(file))
        .forEach(file ->
            table.error(
                "files", "%s is not inside the folder".formatted(ManifestText.quote(file))));
    Optional<List<String>> build = command(table, "build").or(() -> usual);
    table.require("run", "a command, as in [\"python3\", \"iterate.py\", \"{source}\"]");
    Optional<List<String>> run = command(table, "run");
    table.finish();
    return run.map(start -> new Language.Iterating(files, build.orElse(null), start));
  }

  private static Optional<String> name(
      TableReader table, Pattern form, String expected, Set<String> names) {
    table.require("name", expected);
    Optional<String> name =
        table.parsed(
            "name", expected, text -> Optional.of(text).filter(one -> form.matcher(one).matches()));
    if (name.isPresent() && !names.add(name.get())) {
      table.error("name", "'%s' stands above already".formatted(name.get()));
    }
    return name;
  }

  private static Optional<List<String>> command(TableReader table, String key) {
    Optional<List<String>> command = Texts.command(table, key);
    command.ifPresent(words ->
        words.forEach(word ->
            PLACEHOLDER
                .matcher(word)
                .results()
                .map(match -> match.group(1))
                .filter(inside -> !PLACEHOLDERS.contains(inside))
                .forEach(inside ->
                    table.error(
                        key,
                        "'{%s}' stands for nothing; {source}, {task}, {language} and {number} stand for something"
                            .formatted(inside)))));
    return command;
  }
}
