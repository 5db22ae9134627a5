package dev.assay.sandbox.image;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.ImageIdentity;
import dev.assay.sandbox.host.HostAnswer;
import dev.assay.sandbox.host.HostCommand;
import dev.assay.sandbox.host.HostPrograms;
import dev.assay.sandbox.host.Owner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Images of podman's storage, through its command line. Thread-safe. Mounts live until `close`;
/// what a killed process left mounted goes with the next `close` or `sweep` of any other.
public final class PodmanImages implements Images, AutoCloseable {
  static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  private static final Duration PULL_TIMEOUT = Duration.ofMinutes(30);
  private static final String MARKED = "image.";

  // Variables in hex: a value may hold a line feed.
  private static final String FORMAT =
      "{{.Id}}\n{{.Digest}}\n{{range .Config.Env}}{{printf \"%x\" .}}\n{{end}}";

  private final HostPrograms programs;
  private final Path stateFolder;
  private final Map<String, Path> mounted = new HashMap<>();

  /// @param stateFolder where this machine remembers which process has mounted what; made when it
  ///   is not there
  public PodmanImages(HostPrograms programs, Path stateFolder) {
    this.programs = programs;
    this.stateFolder = stateFolder;
  }

  @Override
  public Image require(String reference) {
    ImageReference checked = ImageReference.parse(reference);
    Inspected image =
        inspect(reference)
            .orElseGet(() -> {
              pull(checked);
              return inspect(reference).orElseThrow(() -> vanished(reference));
            });
    return new Image(
        new ImageIdentity(reference, image.digest()),
        mount(reference, image.id()),
        image.environment());
  }

  @Override
  public Image require(ImageIdentity identity) {
    ImageReference reference = ImageReference.parse(identity.reference());
    Inspected image =
        findByDigest(identity)
            .orElseGet(() -> {
              pull(reference.at(identity.digest()));
              return findByDigest(identity)
                  .orElseThrow(() -> vanished(reference.at(identity.digest()).text()));
            });
    return new Image(identity, mount(identity.reference(), image.id()), image.environment());
  }

  private Optional<Inspected> findByDigest(ImageIdentity identity) {
    Optional<Inspected> named =
        inspect(identity.reference()).filter(image -> image.digest().equals(identity.digest()));
    return named.or(() ->
        list("{{.ID}}", true).stream()
            .filter(line -> line.digest().equals(identity.digest()))
            .findFirst()
            .flatMap(line -> inspect(line.name()))
            .map(image -> new Inspected(image.id(), identity.digest(), image.environment())));
  }

  /// The images that this machine has by name.
  public List<ImageIdentity> list() {
    return list("{{.Repository}}:{{.Tag}}", false).stream()
        .filter(line -> !line.name().contains("<none>"))
        .map(line -> new ImageIdentity(line.name().replaceFirst(":latest$", ""), line.digest()))
        .toList();
  }

  private record Listed(String digest, String name) {}

  private List<Listed> list(String name, boolean unnamed) {
    HostAnswer answer =
        programs.execute(
            HostCommand.of(
                "podman",
                "images",
                "--no-trunc",
                "--all=" + unnamed,
                "--format",
                "{{.Digest}} " + name));
    if (!answer.succeeded()) {
      throw failed("list images", answer);
    }
    return answer
        .output()
        .lines()
        .map(line -> line.strip().split(" ", 2))
        .filter(words -> words.length == 2)
        .map(words -> new Listed(words[0], words[1]))
        .toList();
  }

  private record Inspected(String id, String digest, Map<String, String> environment) {}

  private Optional<Inspected> inspect(String reference) {
    HostAnswer answer =
        programs.execute(
            HostCommand.of("podman", "image", "inspect", "--format", FORMAT, "--", reference));
    if (answer.succeeded()) {
      return Optional.of(inspected(answer.output()));
    }
    if (answer.errors().contains("image not known") || answer.errors().contains("no such image")) {
      return Optional.empty();
    }
    throw failed("look up image '%s'".formatted(reference), answer);
  }

  private static Inspected inspected(String output) {
    List<String> lines = output.lines().toList();
    var environment = new LinkedHashMap<String, String>();
    environment.put("PATH", PATH);
    for (String line : lines.subList(2, lines.size())) {
      if (!line.isBlank()) {
        String variable = new String(HexFormat.of().parseHex(line.strip()), StandardCharsets.UTF_8);
        int equals = variable.indexOf('=');
        if (equals > 0) {
          environment.put(variable.substring(0, equals), variable.substring(equals + 1));
        }
      }
    }
    return new Inspected(lines.get(0), lines.get(1), environment);
  }

  private void pull(ImageReference reference) {
    if (!reference.hasRegistry()) {
      throw new AssayException(
          ErrorCode.IMAGE_NOT_FOUND,
          "no image '%s' on this machine, and its name has no registry to pull it from. Build it: assay image build %s"
              .formatted(reference.text(), reference.recipe()));
    }
    HostAnswer answer =
        programs.execute(
            HostCommand.of("podman", "pull", "--quiet", "--", reference.text())
                .within(PULL_TIMEOUT));
    if (!answer.succeeded()) {
      if (answer.errors().contains("no space left")) {
        throw new AssayException(
            ErrorCode.DISK_FULL,
            "cannot pull image '%s': podman's storage is full".formatted(reference.text()));
      }
      throw new AssayException(
          ErrorCode.IMAGE_NOT_FOUND,
          "no image '%s' on this machine, and `podman pull` %s: %s. Check the name, the network, and that you are logged in where it needs it (podman login)"
              .formatted(reference.text(), answer.ending(), answer.lastLine()));
    }
  }

  private static AssayException vanished(String reference) {
    return new AssayException(
        ErrorCode.IMAGE_NOT_FOUND,
        "podman pulled image '%s' and does not have it now; try again".formatted(reference));
  }

  private synchronized Path mount(String reference, String id) {
    Path known = mounted.get(id);
    if (known != null) {
      return known;
    }
    remember(id);
    HostAnswer answer = programs.execute(HostCommand.of("podman", "image", "mount", "--", id));
    if (!answer.succeeded()) {
      boolean ignored = forget(id, Owner.self());
      throw failed("mount image '%s'".formatted(reference), answer);
    }
    Path root = Path.of(answer.output().strip());
    mounted.put(id, root);
    return root;
  }

  private static AssayException failed(String what, HostAnswer answer) {
    String root = answer.errors().contains("rootless") ? "; Assay needs root" : "";
    return new AssayException(
        ErrorCode.SANDBOX_FAILED,
        "cannot %s: podman %s: %s%s".formatted(what, answer.ending(), answer.lastLine(), root));
  }

  private void remember(String id) {
    try {
      Files.createDirectories(stateFolder);
      Files.write(mark(id, Owner.self()), new byte[0]);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "cannot write in %s: %s".formatted(stateFolder, e.getMessage()), e);
    }
  }

  /// @return whether it was remembered until now
  private boolean forget(String id, Owner owner) {
    try {
      return Files.deleteIfExists(mark(id, owner));
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "cannot delete in %s: %s".formatted(stateFolder, e.getMessage()), e);
    }
  }

  private Path mark(String id, Owner owner) {
    return stateFolder.resolve(MARKED + id + "." + owner.mark());
  }

  /// Gives back what processes that are dead now had mounted.
  public synchronized void sweep() {
    if (!Files.isDirectory(stateFolder)) {
      return;
    }
    try (Stream<Path> marks = Files.list(stateFolder)) {
      marks.map(mark -> String.valueOf(mark.getFileName())).toList().forEach(this::sweep);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "cannot list %s: %s".formatted(stateFolder, e.getMessage()), e);
    }
  }

  private void sweep(String mark) {
    Optional<Owner> owner = Owner.find(mark);
    if (mark.startsWith(MARKED) && owner.isPresent() && !owner.get().isAlive()) {
      String id = mark.substring(MARKED.length(), mark.indexOf('.', MARKED.length()));
      unmount(id, owner.get());
    }
  }

  private void unmount(String id, Owner owner) {
    // Podman counts the mounts of an image: this gives back one. Of several that sweep at once only
    // the one that takes the mark away may, or a living process would lose its mount.
    if (forget(id, owner)) {
      HostAnswer ignored = programs.execute(HostCommand.of("podman", "image", "unmount", "--", id));
    }
  }

  /// Unmounts what this has mounted, and what dead processes left.
  @Override
  public synchronized void close() {
    mounted.keySet().forEach(id -> unmount(id, Owner.self()));
    mounted.clear();
    sweep();
  }
}
