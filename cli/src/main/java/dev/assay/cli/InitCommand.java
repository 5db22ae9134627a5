package dev.assay.cli;

import dev.assay.bundle.harness.Harness;
import dev.assay.bundle.harness.Harnesses;
import dev.assay.bundle.harness.SolutionScaffold;
import dev.assay.bundle.manifest.BundleManifest;
import dev.assay.bundle.manifest.SolutionManifest;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.solution.SolutionSpec;
import dev.assay.runner.job.BundleLookup;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Scaffolds a solution, and refreshes its harness.
@Command(
    name = "init",
    mixinStandardHelpOptions = true,
    description =
        "Scaffolds a solution for a bundle; with --update, refreshes its harness and touches nothing else.",
    footer = {
      "",
      "Examples:",
      "  assay init polymul/negacyclic@1 my-solution --lang cpp",
      "  assay init my-solution --update"
    })
final class InitCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Parameters(
      paramLabel = "BUNDLE [DIR]",
      arity = "0..2",
      description = {
        "The bundle's folder or NAME@VERSION, and the solution's folder (default: this one).",
        "With --update, the solution's folder alone."
      })
  List<String> words = List.of();

  @Option(
      names = "--lang",
      paramLabel = "LANGUAGE",
      description = "One of cpp, c, python and javascript.")
  @Nullable String language;

  @Option(
      names = "--bundle",
      paramLabel = "DIR",
      description =
          "With --update: the bundle, or a folder that holds it. Without, as assay run finds it.")
  @Nullable Path searched;

  @Option(names = "--update", description = "Refresh the harness of the solution that is there.")
  boolean update;

  InitCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    return update ? update() : create();
  }

  private int create() {
    if (words.isEmpty() || language == null) {
      throw new AssayException(
          ErrorCode.USAGE,
          "A new solution needs a bundle and a language, as in: assay init text/frequencies@1 my-solution --lang %s."
              .formatted(Harnesses.languages().getFirst()));
    }
    Path folder = Path.of(words.size() > 1 ? words.get(1) : ".");
    Harness harness = Harnesses.require(language);
    Path bundle = NamedBundle.folder(words.getFirst());
    BundleSpec spec = BundleManifest.read(bundle);
    if (spec.protocol() == Protocol.PROGRAM) {
      throw new AssayException(
          ErrorCode.USAGE,
          "%s measures whole programs, which need no harness: write a solution.toml with [run] command = [\"./program\"], and [build] command where something is built."
              .formatted(spec.id()));
    }
    print("wrote", folder, new SolutionScaffold(spec, harness, bundle).create(folder));
    wiring
        .terminal()
        .out()
        .println(
            "Next: write init and run, then: assay run %s --dirty; and without --dirty, once it is committed."
                .formatted(folder));
    return 0;
  }

  private int update() {
    if (words.size() > 1) {
      throw new AssayException(
          ErrorCode.USAGE, "--update takes the solution's folder alone, not %s.".formatted(words));
    }
    Path folder = Path.of(words.isEmpty() ? "." : words.getFirst());
    SolutionSpec solution = SolutionManifest.read(folder);
    String solutionLanguage = solution.language();
    if (solutionLanguage == null) {
      throw new AssayException(
          ErrorCode.USAGE,
          "The solution in %s brings its own program; it has no harness to refresh."
              .formatted(folder));
    }
    Path found = BundleLookup.require(searched, solution.bundle(), folder);
    var scaffold =
        new SolutionScaffold(
            BundleManifest.read(found), Harnesses.require(solutionLanguage), found);
    print("refreshed", folder, scaffold.update(folder));
    return 0;
  }

  private void print(String verb, Path folder, List<String> files) {
    files.forEach(file ->
        wiring.terminal().out().println("%s %s".formatted(verb, folder.resolve(file).normalize())));
  }
}
