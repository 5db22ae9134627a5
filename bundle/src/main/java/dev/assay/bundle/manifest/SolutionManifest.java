package dev.assay.bundle.manifest;

import dev.assay.bundle.harness.Harnesses;
import dev.assay.core.bundle.BundleReference;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.Status;
import dev.assay.core.run.Suspicion;
import dev.assay.core.solution.Expectation;
import dev.assay.core.solution.Requires;
import dev.assay.core.solution.SolutionSpec;
import dev.assay.core.unit.DataSize;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads `solution.toml` (DESIGN section 4). All that is wrong is reported at once; keys that it
/// leaves out have the values of [Defaults].
public final class SolutionManifest {
  /// The name of the file in a solution's folder.
  public static final String FILE_NAME = "solution.toml";

  /// The languages that have a harness.
  public static final List<String> LANGUAGES = Harnesses.languages().stream().sorted().toList();

  private static final List<String> ARCHITECTURES = List.of("any", "x86_64", "aarch64");
  private static final Pattern NAME_FORM = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final String NAME = "a name of 1 to 64 letters, digits, '.', '_' and '-'";
  private static final int MAX_CORES = 4096;
  private static final int MAX_GPU = 64;
  private static final int MAX_COMMAND = 10_000;

  private final ManifestErrors errors = new ManifestErrors(FILE_NAME);
  private final Path path;
  private final TableReader root;

  private SolutionManifest(ManifestFile file) {
    path = file.path();
    root =
        new TableReader(
            file.toml(), "", ManifestFile.start(), new ManifestText(file.text()), errors);
  }

  /// Reads the manifest of the solution in `folder`.
  ///
  /// @throws AssayException `SOLUTION_INVALID` with a line `solution.toml:LINE:COLUMN: KEY:
  ///   sentence` for each error, 20 at most
  public static SolutionSpec read(Path folder) {
    return new SolutionManifest(ManifestFile.read(folder, FILE_NAME, ErrorCode.SOLUTION_INVALID))
        .read();
  }

  private SolutionSpec read() {
    TableReader solution = root.table("solution");
    String bundleText = "a bundle, as in \"polymul/negacyclic@1\"";
    solution.require("bundle", bundleText);
    Optional<String> name =
        solution.parsed(
            "name", NAME, text -> Optional.of(text).filter(t -> NAME_FORM.matcher(t).matches()));
    Optional<BundleReference> bundle =
        solution.checked("bundle", bundleText, BundleReference::parse);
    Optional<String> language = Words.read(solution, "language", LANGUAGES, word -> word);
    String image = Texts.image(solution);
    @Nullable Expectation expectation = readExpectation(solution);
    solution.finish();
    Optional<String> buildCommand = readBuild(root.table("build"));
    List<String> runCommand = readRun(solution, root.table("run"));
    Requires requires = readRequires(root.table("requires"));
    root.finish();
    errors.throwIfAny(ErrorCode.SOLUTION_INVALID, path);
    return new SolutionSpec(
        name.orElse(null),
        bundle.orElseThrow().toString(),
        language.orElse(null),
        image,
        buildCommand.orElse(null),
        runCommand,
        requires,
        expectation);
  }

  private static Optional<String> readBuild(TableReader table) {
    Optional<String> command =
        table.parsed(
            "command",
            "a command for sh, as in \"make\"",
            text ->
                Optional.of(text)
                    .filter(t -> !t.isBlank() && t.length() <= MAX_COMMAND && t.indexOf('\0') < 0));
    table.finish();
    return command;
  }

  private List<String> readRun(TableReader solution, TableReader table) {
    if (root.has("run")) {
      table.require("command", "a program and its arguments, as in [\"python3\", \"main.py\"]");
    }
    List<String> command = Texts.command(table, "command").orElse(List.of());
    table.finish();
    boolean language = solution.has("language");
    if (language && root.has("run")) {
      root.error(
          "run",
          "there is solution.language too; a solution has either a language, which brings the harness, or its own program");
    }
    if (!language && !root.has("run")) {
      solution.error(
          "language",
          "missing; expected %s, or a table [run] with the command of the solution's own program"
              .formatted(Words.oneOf(LANGUAGES)));
    }
    return command;
  }

  private static @Nullable Expectation readExpectation(TableReader table) {
    Optional<Expectation.Outcome> outcome =
        Words.read(
            table, "expect", List.of(Expectation.Outcome.values()), Expectation.Outcome::text);
    List<Status> statuses = readWords(table, "statuses", List.of(Status.values()), Status::text);
    List<Suspicion.Code> suspicions =
        readWords(table, "suspicions", List.of(Suspicion.Code.values()), Suspicion.Code::text);
    if (table.has("statuses") && !table.has("expect")) {
      table.error("statuses", "needs solution.expect beside it");
    }
    if (table.has("suspicions") && !table.has("expect")) {
      table.error("suspicions", "needs solution.expect beside it");
    }
    if (outcome.filter(Expectation.Outcome.BUILD_FAILED::equals).isPresent()
        && table.has("statuses")) {
      table.error("statuses", "a build that fails has no cases, so no statuses");
    }
    return outcome.map(ending -> new Expectation(ending, statuses, suspicions)).orElse(null);
  }

  private static <T> List<T> readWords(
      TableReader table, String key, List<T> known, Function<T, String> text) {
    List<String> all = known.stream().map(text).toList();
    var found = new ArrayList<T>();
    for (String word : table.strings(key, "an array of " + Words.oneOf(all)).orElse(List.of())) {
      int place = all.indexOf(word);
      if (place >= 0) {
        found.add(known.get(place));
      } else {
        table.error(key, Words.wrong(word, all));
      }
    }
    return found;
  }

  private static Requires readRequires(TableReader table) {
    var requires =
        new Requires(
            Words.read(table, "arch", ARCHITECTURES, word -> word).orElse(Defaults.ARCH),
            table.integer("cores", 1, MAX_CORES).orElse(Defaults.CORES),
            table
                .size("memory", DataSize.ofBytes(0), DataSize.ofGibibytes(16 * 1024))
                .orElse(Defaults.REQUIRED_MEMORY),
            table.integer("gpu", 0, MAX_GPU).orElse(Defaults.GPU),
            readLabels(table));
    table.finish();
    return requires;
  }

  private static List<String> readLabels(TableReader table) {
    List<String> labels =
        table.strings("labels", "an array of labels, as in [\"avx512\"]").orElse(List.of());
    for (String label : labels) {
      if (!NAME_FORM.matcher(label).matches()) {
        table.error("labels", "%s is not %s".formatted(ManifestText.quote(label), NAME));
      }
    }
    return labels;
  }
}
