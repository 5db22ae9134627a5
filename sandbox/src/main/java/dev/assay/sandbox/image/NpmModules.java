package dev.assay.sandbox.image;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.sandbox.host.HostAnswer;
import dev.assay.sandbox.host.HostCommand;
import dev.assay.sandbox.host.HostPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/// Fetches packages of npm into a folder, as `require` finds them there.
///
/// The registry is the one that this machine's npm is set up for. Each package is compared with its
/// hash before anything of it is unpacked, and nothing of it is executed: no script of an
/// installation, and no dependency that the recipe does not list.
final class NpmModules {
  /// Where the modules lie in an image. Node looks there when the variable `NODE_PATH` says so.
  static final String FOLDER = "/usr/local/lib/node_modules";

  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  private final HostPrograms programs;

  NpmModules(HostPrograms programs) {
    this.programs = programs;
  }

  /// Makes `folder` and unpacks every package in it, each as `folder/NAME`.
  ///
  /// @param progress hears what goes on, line by line
  /// @throws AssayException `PROGRAM_MISSING` without npm, `IMAGE_BUILD_FAILED` when a package
  ///   cannot be had or is not what the recipe says
  void fetch(List<NpmPackage> packages, Path folder, Consumer<String> progress) throws IOException {
    requireNpm(packages.getFirst());
    for (NpmPackage item : packages) {
      progress.accept("fetching %s by npm".formatted(item.id()));
      Path packed = Files.createDirectories(folder.resolveSibling("packed").resolve(item.name()));
      unpack(item, requireGenuine(item, pack(item, packed)), folder.resolve(item.name()));
    }
  }

  private void requireNpm(NpmPackage first) {
    if (programs.find("npm").isEmpty()) {
      throw new AssayException(
          ErrorCode.PROGRAM_MISSING,
          "this machine has no program 'npm', and the recipe has packages of npm, as %s. Install it (Debian: apt-get install --no-install-recommends npm), then try again"
              .formatted(first.id()));
    }
  }

  /// The file that npm packs a package as.
  private Path pack(NpmPackage item, Path folder) throws IOException {
    HostAnswer answer =
        programs.execute(
            HostCommand.of(
                    "npm",
                    "pack",
                    "--loglevel=error",
                    "--ignore-scripts",
                    "--pack-destination",
                    folder.toString(),
                    "--",
                    item.id())
                .within(TIMEOUT));
    try (var files = Files.list(folder)) {
      return files
          .filter(file -> answer.succeeded() && file.toString().endsWith(".tgz"))
          .findFirst()
          .orElseThrow(() -> missing(item, answer));
    }
  }

  private static AssayException missing(NpmPackage item, HostAnswer answer) {
    String advice =
        answer.errors().contains("E404") || answer.errors().contains("ETARGET")
            ? "The registry has no such package or version: check both in the recipe"
            : "See whether this machine's npm reaches its registry (npm ping), then try again";
    return new AssayException(
        ErrorCode.IMAGE_BUILD_FAILED,
        "npm could not fetch %s: it %s: %s. %s"
            .formatted(item.id(), answer.ending(), said(answer), advice));
  }

  /// The line that says what is wrong; what npm says last is where its log lies.
  private static String said(HostAnswer answer) {
    return answer
        .errors()
        .lines()
        .map(line -> line.replaceFirst("^npm (ERR!|error) ?", ""))
        .filter(line -> !line.isBlank() && !line.startsWith("code "))
        .findFirst()
        .orElse(answer.lastLine());
  }

  private static Path requireGenuine(NpmPackage item, Path file) throws IOException {
    String actual = Integrity.ofFile(file);
    if (!actual.equals(item.integrity())) {
      throw new AssayException(
          ErrorCode.IMAGE_BUILD_FAILED,
          "%s came with the integrity %s, and the recipe says %s; nothing of it was unpacked"
              .formatted(item.id(), actual, item.integrity()));
    }
    return file;
  }

  private void unpack(NpmPackage item, Path file, Path folder) throws IOException {
    Files.createDirectories(folder);
    requireDone(
        item,
        HostCommand.of(
            "tar",
            "--extract",
            "--gzip",
            "--file",
            file.toString(),
            "--directory",
            folder.toString(),
            "--strip-components=1",
            "--no-same-owner"));
    // Modes are the packer's. Nothing in an image needs more than reading, and entering of folders.
    requireDone(item, HostCommand.of("chmod", "-R", "u=rwX,go=rX", folder.toString()));
  }

  private void requireDone(NpmPackage item, HostCommand command) {
    HostAnswer answer = programs.execute(command.within(TIMEOUT));
    if (!answer.succeeded()) {
      throw new AssayException(
          ErrorCode.IMAGE_BUILD_FAILED,
          "cannot unpack %s: %s %s: %s"
              .formatted(item.id(), command.program(), answer.ending(), answer.lastLine()));
    }
  }
}
