package dev.assay.cli;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.ImageIdentity;
import dev.assay.platform.bundle.PublishedVersion;
import dev.assay.runner.check.BundleCheck;
import dev.assay.runner.check.Finding;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Checks a bundle and publishes it.
@Command(
    name = "publish",
    mixinStandardHelpOptions = true,
    description =
        "Checks a bundle as 'bundle check' does, and publishes it on a platform when every check holds.",
    footer = {
      "",
      "A published version never changes: publish a changed bundle under a new version.",
      "Exit codes: 0 published; 3 a check does not hold; 2 used wrongly; 4 the platform or machine."
    })
final class BundlePublishCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Parameters(
      arity = "0..1",
      paramLabel = "BUNDLE",
      defaultValue = ".",
      description = "The bundle's folder, or NAME@VERSION (default: ${DEFAULT-VALUE}).")
  String bundle = ".";

  @Mixin PlatformOption platform = new PlatformOption();

  @Option(
      names = "--private",
      negatable = true,
      description = "Only you and operators see the benchmark and its entries.")
  @Nullable Boolean isPrivate;

  @Option(
      names = "--pool",
      paramLabel = "NAME",
      description = "The pool of runners that ranks its entries. Without, any runner does.")
  @Nullable String pool;

  @Option(
      names = "--recipe",
      paramLabel = "FILE",
      description =
          "The recipe of the bundle's image, which runners build it from. Without, it is looked for in images/.")
  @Nullable Path recipe;

  BundlePublishCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    var client = platform.client(wiring);
    Path folder = NamedBundle.folder(bundle);
    var printer = new FindingPrinter(wiring.terminal());
    List<Finding> findings = check(folder, printer);
    if (printer.sum(findings, false) != 0) {
      wiring.terminal().err().println("assay: the bundle was not published; mend what failed.");
      return 3;
    }
    String reference = Uploads.imageOf(folder);
    ImageIdentity image = wiring.machine().images().require(reference).identity();
    try (var scratch = wiring.scratch()) {
      PublishedVersion published =
          new Uploads(client, scratch.path())
              .publish(
                  new Uploads.Publication(
                      folder,
                      findings,
                      image,
                      recipe == null ? wiring.findRecipe(reference) : recipe,
                      isPrivate,
                      pool));
      say(published);
    }
    return 0;
  }

  private List<Finding> check(Path folder, FindingPrinter printer) {
    try (var scratch = wiring.scratch();
        var progress = wiring.progress()) {
      return new BundleCheck(
              wiring.machine(),
              folder,
              scratch.path(),
              finding -> {
                progress.pause();
                printer.print(finding);
              },
              progress::stage)
          .execute();
    } catch (AssayException e) {
      if (e.code() == ErrorCode.BUNDLE_INVALID) {
        throw new AssayException(e.code(), "Not published. " + e.getMessage(), e);
      }
      throw e;
    }
  }

  private void say(PublishedVersion published) {
    var out = wiring.terminal().out();
    out.println(
        "%s@%s is %s%s, hash %s"
            .formatted(
                published.benchmark(),
                published.version(),
                published.isNew() ? "published" : "published already, unchanged",
                published.isPrivate() ? " (private)" : "",
                published.hash()));
    published.remarks().forEach(remark -> out.println("note: " + remark));
  }
}
