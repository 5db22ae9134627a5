package dev.assay.cli;

import dev.assay.bundle.scaffold.BundleScaffold;
import dev.assay.core.bundle.BundleName;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Scaffolds a bundle.
@Command(
    name = "new",
    mixinStandardHelpOptions = true,
    description =
        "Scaffolds a bundle that works; with --update, refreshes the generated code beside bundle.py.",
    footer = {
      "",
      "Examples:",
      "  assay bundle new sorting/stable --lang python --dir sorting",
      "  assay bundle new sums/encrypted --protocol encrypted --envelope javascript"
    })
final class BundleNewCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      description = "The bundle's name, as in sorting or sorting/stable.")
  @Nullable String name;

  @Option(
      names = "--lang",
      paramLabel = "LANGUAGE",
      defaultValue = "python",
      description = "Language of the bundle's own code: python.")
  String language = "python";

  @Option(
      names = "--protocol",
      paramLabel = "PROTOCOL",
      defaultValue = "call",
      description = "How it is measured: call or encrypted (default: ${DEFAULT-VALUE}).")
  String protocol = "call";

  @Option(
      names = "--envelope",
      paramLabel = "LANGUAGE",
      defaultValue = "python",
      description =
          "Of an encrypted bundle: language of what makes keys, encrypts and decrypts, python or javascript (default: ${DEFAULT-VALUE}).")
  String envelope = "python";

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "The bundle's folder (default: the last part of the name).")
  @Nullable Path folder;

  @Option(names = "--update", description = "Refresh the generated code of the bundle in --dir.")
  boolean update;

  BundleNewCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    return update ? update() : create();
  }

  private int update() {
    Path bundle = folder == null ? Path.of(".") : folder;
    boolean changed = BundleScaffold.update(bundle);
    wiring
        .terminal()
        .out()
        .println(
            (changed ? "refreshed " : "already current: ")
                + bundle.resolve(BundleScaffold.RUNTIME));
    return 0;
  }

  private int create() {
    BundleName parsed = parsedName();
    Path bundle =
        folder == null ? Path.of(parsed.text().substring(parsed.text().indexOf('/') + 1)) : folder;
    for (String file : written(bundle, parsed)) {
      wiring.terminal().out().println("wrote " + bundle.resolve(file));
    }
    wiring
        .terminal()
        .out()
        .println("Next: fill in bundle.toml and bundle.py, then: assay bundle check " + bundle);
    return 0;
  }

  private List<String> written(Path bundle, BundleName parsed) {
    return switch (protocol) {
      case "call" -> BundleScaffold.create(bundle, parsed, language);
      case "encrypted" -> BundleScaffold.createEncrypted(bundle, parsed, language, envelope);
      default ->
          throw new AssayException(
              ErrorCode.USAGE,
              "--protocol: there is no scaffold for '%s'; there is one for call and encrypted."
                  .formatted(protocol));
    };
  }

  private BundleName parsedName() {
    if (name == null) {
      throw new AssayException(
          ErrorCode.USAGE, "A new bundle needs a name, as in: assay bundle new sorting/stable.");
    }
    try {
      return new BundleName(name);
    } catch (IllegalArgumentException e) {
      throw new AssayException(ErrorCode.USAGE, e.getMessage() + ".", e);
    }
  }
}
