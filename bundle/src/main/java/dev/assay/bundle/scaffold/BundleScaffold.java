package dev.assay.bundle.scaffold;

import dev.assay.bundle.manifest.BundleManifest;
import dev.assay.core.bundle.BundleName;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Writes a bundle that a host starts from, in Python: the host's `bundle.py`, and beside it the
/// generated `assay_bundle.py` with everything that is the same for every bundle.
public final class BundleScaffold {
  /// The languages that a bundle can be scaffolded in.
  public static final List<String> LANGUAGES = List.of("python");

  /// The languages that an encrypted bundle's envelope can be scaffolded in.
  public static final List<String> ENVELOPES = EncryptedExample.LANGUAGES;

  /// The generated file.
  public static final String RUNTIME = "assay_bundle.py";

  private static final String OWN = "bundle.py";

  private BundleScaffold() {}

  /// Writes a bundle into `folder`, which is made.
  ///
  /// Without a `bundle.toml` there, the bundle is a small example that works. With one, its
  /// signature is what `bundle.py` is made for, and the host fills in what it marks.
  ///
  /// @return the files that were written, by their path in the folder
  /// @throws AssayException `USAGE` when the language is unknown or a file is there already;
  ///   `BUNDLE_INVALID` when the manifest that is there has errors
  public static List<String> create(Path folder, BundleName name, String language) {
    return create(folder, name, language, BundleScaffold::example);
  }

  /// Writes an encrypted bundle into `folder`, which is made, with an envelope that encrypts
  /// nothing and says so. As [create][#create], but for the example.
  ///
  /// @param envelope language of the envelope: one of `ENVELOPES`
  /// @throws AssayException `USAGE` also when there is no envelope in that language
  public static List<String> createEncrypted(
      Path folder, BundleName name, String language, String envelope) {
    EncryptedExample example = EncryptedExample.in(envelope);
    return create(folder, name, language, example::files);
  }

  private static List<String> create(
      Path folder,
      BundleName name,
      String language,
      Function<BundleName, Map<String, String>> example) {
    if (!LANGUAGES.contains(language)) {
      throw new AssayException(
          ErrorCode.USAGE,
          "There is no scaffold for bundles in '%s'; there is one for %s."
              .formatted(language, String.join(", ", LANGUAGES)));
    }
    boolean manifest = Files.exists(folder.resolve(BundleManifest.FILE_NAME));
    Map<String, String> files =
        manifest ? fromManifest(BundleManifest.read(folder), name) : example.apply(name);
    List<String> there =
        files.keySet().stream().filter(file -> Files.exists(folder.resolve(file))).toList();
    if (!there.isEmpty()) {
      throw new AssayException(
          ErrorCode.USAGE,
          "%s has %s already, and nothing of a host's is overwritten; take an empty folder, or refresh the generated file with --update."
              .formatted(folder, String.join(", ", there)));
    }
    write(folder, files);
    return List.copyOf(files.keySet());
  }

  /// Writes the generated `assay_bundle.py` of a bundle anew.
  ///
  /// @return whether it was another one before
  /// @throws AssayException `USAGE` when `folder` is no bundle with such a file
  public static boolean update(Path folder) {
    Path file = folder.resolve(RUNTIME);
    if (!Files.isRegularFile(file)) {
      throw new AssayException(
          ErrorCode.USAGE,
          "%s has no %s to refresh; it is no bundle that `assay bundle new` made."
              .formatted(folder, RUNTIME));
    }
    try {
      String runtime = resource(RUNTIME);
      if (Files.readString(file).equals(runtime)) {
        return false;
      }
      Files.writeString(file, runtime);
      return true;
    } catch (IOException e) {
      throw new AssayException(ErrorCode.IO, "Cannot refresh %s: %s".formatted(file, e), e);
    }
  }

  private static Map<String, String> example(BundleName name) {
    var files = new LinkedHashMap<String, String>();
    files.put(BundleManifest.FILE_NAME, template("example-bundle.toml", name));
    files.put(OWN, template("example-bundle.py", name));
    files.put(RUNTIME, resource(RUNTIME));
    files.put("README.md", template("example-README.md", name));
    files.put("solutions/reference/solution.toml", template("example-solution.toml", name));
    files.put("solutions/reference/solution.py", template("example-solution.py", name));
    files.put("solutions/reference/README.md", template("example-solution-README.md", name));
    return files;
  }

  private static Map<String, String> fromManifest(BundleSpec spec, BundleName name) {
    if (!spec.name().equals(name)) {
      throw new AssayException(
          ErrorCode.USAGE,
          "The manifest there is of %s, not of %s; correct one of the two."
              .formatted(spec.name(), name));
    }
    var files = new LinkedHashMap<String, String>();
    files.put(OWN, PythonBundleSource.of(spec));
    files.put(RUNTIME, resource(RUNTIME));
    files.putAll(EncryptedExample.envelopeOf(spec));
    return files;
  }

  static String template(String resource, BundleName name) {
    return resource(resource).replace("{{name}}", name.text());
  }

  static String resource(String name) {
    try (InputStream stream = BundleScaffold.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException("the resource %s is missing".formatted(name));
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path folder, Map<String, String> files) {
    files.forEach((name, content) -> {
      Path file = folder.resolve(name);
      try {
        Files.createDirectories(folder.resolve(name).getParent());
        Files.writeString(file, content);
      } catch (IOException e) {
        throw new AssayException(ErrorCode.IO, "Cannot write %s: %s".formatted(file, e), e);
      }
    });
  }
}
