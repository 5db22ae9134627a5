package dev.assay.sandbox.image;

import dev.assay.core.error.AssayException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// What an image is built from: packages of one release of Debian, and pinned packages of npm.
///
/// @param name reference without a tag, as in `localhost/assay/core`
/// @param suite code name of the release, as in `bookworm`
/// @param packages beside the essential ones; `name` or `name=version`; ascending
/// @param npm packages that are unpacked into `/usr/local/lib/node_modules`; ascending by name
/// @param environment variables of the image's configuration
public record Recipe(
    String name,
    String suite,
    List<String> packages,
    List<NpmPackage> npm,
    SortedMap<String, String> environment) {
  // Goes up with every change to how images are built, so that old ones are built anew.
  private static final int BUILDER = 1;

  public Recipe(String name, String suite, List<String> packages, Map<String, String> environment) {
    this(name, suite, packages, List.of(), new TreeMap<>(environment));
  }

  public Recipe {
    packages = packages.stream().sorted().distinct().toList();
    npm = npm.stream().sorted(Comparator.comparing(NpmPackage::name)).toList();
    environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
  }

  /// Reads a recipe.
  ///
  /// @throws AssayException `USAGE` with file, line and key when it is malformed
  public static Recipe read(Path file) {
    return new RecipeReader(file).read();
  }

  /// A hash of all that the image is made of, of the builder's version too. The name does not enter
  /// it.
  String inputsHash() {
    var text = new StringBuilder("image %d\n%s\n".formatted(BUILDER, suite));
    packages.forEach(item -> text.append(item).append('\n'));
    npm.forEach(item -> text.append(item.id()).append(' ').append(item.integrity()).append('\n'));
    environment.forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
    return Sha256.ofText(text.toString());
  }
}
