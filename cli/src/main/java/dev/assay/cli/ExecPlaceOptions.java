package dev.assay.cli;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.runner.exec.ExecFolder;
import dev.assay.runner.exec.ExecPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Where a command is executed, and what it sees of this machine.
final class ExecPlaceOptions {
  private static final List<Path> NOT_SHOWN =
      List.of(Path.of("/proc"), Path.of("/sys"), Path.of("/dev"));

  @Option(
      names = "--image",
      paramLabel = "REF",
      description =
          "Image whose files are the root. Without, it is this machine's own root, read-only.")
  @Nullable String image;

  @Option(
      names = "--dir",
      paramLabel = "PATH:MODE",
      description = {
        "How a folder of this machine appears, at the same path. May be repeated. MODE is",
        "ro: read-only; rw: written through, with the rights of its owner;",
        "tmp: empty and writable, a fresh one for each repetition; hidden: empty.",
        "The current folder is ro unless it is named."
      })
  List<String> folders = List.of();

  @Option(
      names = "--env",
      paramLabel = "NAME=VALUE",
      description =
          "A variable of its environment, on top of PATH, HOME and LANG; nothing else is there. May be repeated.")
  List<String> variables = List.of();

  @Option(
      names = "--network",
      description = "Share this machine's network. Without, there is none, loopback included.")
  boolean network;

  /// @param here the current folder
  ExecPlace place(Path here) {
    Path current = real(here.toAbsolutePath());
    var shown = new ArrayList<ExecFolder>();
    for (String text : folders) {
      shown.add(folder(text, current));
    }
    if (isShown(current) && shown.stream().noneMatch(one -> Path.of(one.path()).equals(current))) {
      shown.add(new ExecFolder(current.toString(), ExecFolder.Mode.READ_ONLY));
    }
    return new ExecPlace(image, shown, current.toString(), environment(), network);
  }

  /// The root is there anyway, and the sandbox has these for itself.
  private static boolean isShown(Path current) {
    return current.getNameCount() > 0
        && !current.equals(Path.of("/tmp"))
        && NOT_SHOWN.stream().noneMatch(current::startsWith);
  }

  private static ExecFolder folder(String text, Path current) {
    int colon = text.lastIndexOf(':');
    String mode = text.substring(colon + 1);
    for (ExecFolder.Mode known : ExecFolder.Mode.values()) {
      if (colon > 0 && known.text().equals(mode)) {
        Path path = current.resolve(text.substring(0, colon)).normalize();
        return new ExecFolder(real(path).toString(), known);
      }
    }
    throw new AssayException(
        ErrorCode.USAGE,
        "--dir %s: write PATH:MODE, where MODE is %s"
            .formatted(
                text,
                String.join(
                    ", ",
                    Stream.of(ExecFolder.Mode.values()).map(ExecFolder.Mode::text).toList())));
  }

  /// Without links, as far as it exists: folders are mounted where they really lie.
  private static Path real(Path path) {
    try {
      if (Files.exists(path)) {
        return path.toRealPath();
      }
      Path above = path.getParent();
      return above == null ? path : real(above).resolve(path.getFileName());
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.USAGE, "the folder %s cannot be found: %s".formatted(path, e), e);
    }
  }

  private Map<String, String> environment() {
    var environment = new LinkedHashMap<String, String>();
    for (String variable : variables) {
      int equals = variable.indexOf('=');
      if (equals < 1) {
        throw new AssayException(ErrorCode.USAGE, "--env %s: write NAME=VALUE".formatted(variable));
      }
      environment.put(variable.substring(0, equals), variable.substring(equals + 1));
    }
    return environment;
  }
}
