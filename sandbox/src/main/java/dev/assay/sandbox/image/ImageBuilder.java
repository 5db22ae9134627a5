package dev.assay.sandbox.image;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.sandbox.host.HostAnswer;
import dev.assay.sandbox.host.HostCommand;
import dev.assay.sandbox.host.HostPrograms;
import dev.assay.sandbox.host.Owner;
import dev.assay.sandbox.host.ShutdownInterrupt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Builds images from packages so that the same packages give the same digest on any machine:
/// mmdebstrap makes the file system, with the modules of npm that a recipe pins in it, and with
/// every time stamp at or before a fixed one; all that tells one build from another is taken out,
/// and the image around it names no time, host or user.
public final class ImageBuilder {
  /// Release day of Debian 12. Times after it become it; it must lie before any build.
  private static final long EPOCH_SECONDS = 1_686_355_200;

  private static final String CREATED = "2023-06-10T00:00:00Z";
  private static final String RECIPE_LABEL = "dev.assay.recipe";
  private static final String PACKAGES_LABEL = "dev.assay.packages";
  private static final Duration TIMEOUT = Duration.ofMinutes(30);
  private static final Duration LOAD_TIMEOUT = Duration.ofMinutes(10);

  /// Documents are most of the files and no program reads them. Licences stay.
  private static final List<String> LEFT_OUT =
      List.of(
          "path-exclude=/usr/share/doc/*",
          "path-include=/usr/share/doc/*/copyright",
          "path-exclude=/usr/share/man/*",
          "path-exclude=/usr/share/info/*",
          "path-exclude=/usr/share/locale/*");

  /// Java's packages link their manuals when they are set up, and fail where the folder of these,
  /// which is left out, does not exist.
  private static final String MANUALS = "mkdir -p \"$1/usr/share/man/man1\"";

  /// Where the packages came from, this host's name and resolver, and what was written on the way.
  private static final String CLEAN =
      """
      cd "$1" && \
      rm -rf etc/apt/sources.list etc/apt/sources.list.d/* etc/apt/apt.conf.d/99mmdebstrap \
        etc/dpkg/dpkg.cfg.d/99mmdebstrap etc/passwd- etc/group- etc/shadow- etc/gshadow- \
        etc/.pwd.lock var/lib/apt/lists/* var/lib/dpkg/*-old var/lib/dbus/machine-id \
        etc/ssl/certs/java/cacerts var/cache/apt/* var/cache/debconf/*-old var/cache/ldconfig/* && \
      find var/log -type f -exec truncate -s 0 '{}' + && \
      rm -f etc/hostname etc/resolv.conf etc/machine-id && \
      : > etc/hostname && : > etc/resolv.conf && : > etc/machine-id && \
      chmod 644 etc/hostname etc/resolv.conf etc/machine-id && \
      ln -s /proc/self/mounts etc/mtab\
      """;

  private final HostPrograms programs;
  private final Path workFolder;
  private final AptSources sources;

  /// @param workFolder a disk folder for about three times the image's size; made when it is not
  ///   there
  public ImageBuilder(HostPrograms programs, Path workFolder) {
    this(programs, workFolder, new AptSources(Path.of("/")));
  }

  ImageBuilder(HostPrograms programs, Path workFolder, AptSources sources) {
    this.programs = programs;
    this.workFolder = workFolder;
    this.sources = sources;
  }

  /// Makes the image of a recipe, unless this machine has one of that name from the same recipe.
  ///
  /// @param rebuild whether it is built even then, as newer versions of packages may be out
  /// @param progress hears what goes on, line by line, from several threads
  /// @throws AssayException `IMAGE_BUILD_FAILED`, `DISK_FULL` or `PROGRAM_MISSING`
  public BuiltImage build(Recipe recipe, boolean rebuild, Consumer<String> progress) {
    Optional<BuiltImage> there = rebuild ? Optional.empty() : findUnchanged(recipe);
    if (there.isPresent()) {
      return there.get();
    }
    try (var _ = ShutdownInterrupt.open();
        var folder = BuildFolder.create(workFolder)) {
      return build(recipe, folder, progress);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "cannot build in %s: %s".formatted(workFolder, e.getMessage()), e);
    }
  }

  private Optional<BuiltImage> findUnchanged(Recipe recipe) {
    HostAnswer answer =
        programs.execute(
            HostCommand.of(
                "podman",
                "image",
                "inspect",
                "--format",
                "{{.Digest}}\n{{index .Labels \"%s\"}}\n{{index .Labels \"%s\"}}"
                    .formatted(RECIPE_LABEL, PACKAGES_LABEL),
                "--",
                recipe.name()));
    List<String> lines = answer.output().lines().toList();
    if (!answer.succeeded() || lines.size() < 3 || !lines.get(1).equals(recipe.inputsHash())) {
      return Optional.empty();
    }
    List<String> packages =
        lines.subList(2, lines.size()).stream().filter(line -> !line.isBlank()).toList();
    return Optional.of(new BuiltImage(recipe.name(), lines.get(0), packages, false));
  }

  private BuiltImage build(Recipe recipe, BuildFolder work, Consumer<String> progress)
      throws IOException {
    Path folder = work.path();
    Path layer = folder.resolve("layer.tar");
    Path packageList = folder.resolve("packages");
    if (!recipe.npm().isEmpty()) {
      new NpmModules(programs).fetch(recipe.npm(), modules(folder), progress);
    }
    bootstrap(recipe, work, layer, packageList, progress);
    List<String> packages =
        Stream.concat(
                Files.readString(packageList).lines(),
                recipe.npm().stream().map(item -> item.name() + " " + item.version() + " npm"))
            .sorted()
            .toList();
    progress.accept("making the image of %d packages".formatted(packages.size()));
    Path layout = folder.resolve("oci");
    String digest = new OciLayout(layout).write(layer, configuration(recipe, packages));
    progress.accept("loading %s into podman".formatted(digest));
    load(recipe.name(), layout, digest);
    return new BuiltImage(recipe.name(), digest, packages, true);
  }

  private void bootstrap(
      Recipe recipe, BuildFolder work, Path layer, Path packageList, Consumer<String> progress)
      throws IOException {
    List<String> own = sources.of(recipe.suite());
    if (!own.isEmpty()) {
      Path list = work.path().resolve("sources.list");
      Files.write(list, own);
      progress.accept("taking packages from where this machine's apt takes them");
      HostAnswer answer = bootstrap(recipe, work, layer, packageList, List.of(list), progress);
      if (answer.succeeded()) {
        return;
      }
      progress.accept("that failed; taking them from Debian's default mirror");
    }
    HostAnswer answer = bootstrap(recipe, work, layer, packageList, List.of(), progress);
    if (!answer.succeeded()) {
      throw failed(recipe, answer);
    }
  }

  private HostAnswer bootstrap(
      Recipe recipe,
      BuildFolder work,
      Path layer,
      Path packageList,
      List<Path> mirrors,
      Consumer<String> progress) {
    var command =
        new ArrayList<>(
            List.of(
                "mmdebstrap",
                "--mode=root",
                "--variant=minbase",
                "--format=tar",
                // The runtime makes its own; device files are also a layer's least portable part.
                "--skip=output/dev",
                // Else apt works as a user of its own where that can reach the work folder, and the
                // owner of a folder that it leaves tells such a machine from another.
                "--aptopt=APT::Sandbox::User \"root\""));
    LEFT_OUT.forEach(option -> command.add("--dpkgopt=" + option));
    if (!recipe.packages().isEmpty()) {
      command.add("--include=" + String.join(",", recipe.packages()));
    }
    if (recipe.packages().stream().anyMatch(name -> name.startsWith("openjdk-"))) {
      command.add("--essential-hook=" + MANUALS);
    }
    command.add("--customize-hook=" + listPackages(packageList));
    if (!recipe.npm().isEmpty()) {
      command.add("--customize-hook=" + copyModules(modules(work.path())));
    }
    command.add("--customize-hook=" + CLEAN);
    command.add(recipe.suite());
    command.add(layer.toString());
    mirrors.forEach(mirror -> command.add(mirror.toString()));
    return programs.execute(
        HostCommand.of(command)
            .with("SOURCE_DATE_EPOCH", Long.toString(EPOCH_SECONDS))
            .with(work.variable(), work.path().toString())
            .within(TIMEOUT)
            .tell(progress));
  }

  private static String listPackages(Path file) {
    return "dpkg-query --admindir=\"$1/var/lib/dpkg\" -W"
        + " -f '${Package} ${Version} ${Architecture}\\n' > "
        + quoted(file);
  }

  private static Path modules(Path folder) {
    return folder.resolve("npm/node_modules");
  }

  private static String copyModules(Path modules) {
    return "cp -RT --preserve=mode,timestamps,links %s \"$1%s\""
        .formatted(quoted(modules), NpmModules.FOLDER);
  }

  private static String quoted(Path file) {
    return "'%s'".formatted(file.toString().replace("'", "'\\''"));
  }

  private static AssayException failed(Recipe recipe, HostAnswer answer) {
    String said =
        answer
            .errors()
            .lines()
            .filter(line -> line.startsWith("E: "))
            .findFirst()
            .orElse(answer.lastLine());
    if (answer.errors().contains("No space left on device")) {
      return new AssayException(
          ErrorCode.DISK_FULL,
          "the disk is full while building %s: %s".formatted(recipe.name(), said));
    }
    String advice =
        answer.errors().contains("Could not resolve") || answer.errors().contains("Failed to fetch")
            ? " Packages come from Debian's archive: check this machine's network and proxy (http_proxy)."
            : "";
    return new AssayException(
        ErrorCode.IMAGE_BUILD_FAILED,
        "cannot build %s: mmdebstrap %s: %s.%s"
            .formatted(recipe.name(), answer.ending(), said, advice));
  }

  private static OciLayout.Configuration configuration(Recipe recipe, List<String> packages) {
    var environment = new TreeMap<String, String>();
    environment.put("PATH", PodmanImages.PATH);
    if (!recipe.npm().isEmpty()) {
      environment.put("NODE_PATH", NpmModules.FOLDER);
    }
    environment.putAll(recipe.environment());
    var labels =
        new TreeMap<>(
            Map.of(RECIPE_LABEL, recipe.inputsHash(), PACKAGES_LABEL, String.join("\n", packages)));
    return new OciLayout.Configuration(architecture(), CREATED, environment, labels);
  }

  private static String architecture() {
    String name = System.getProperty("os.arch", "");
    return name.equals("aarch64") ? "arm64" : name;
  }

  private void load(String name, Path layout, String digest) {
    HostAnswer pulled =
        programs.execute(
            HostCommand.of("podman", "pull", "--quiet", "oci:" + layout).within(LOAD_TIMEOUT));
    requireLoaded(name, pulled);
    String id = pulled.output().strip().lines().reduce((first, last) -> last).orElse("");
    requireLoaded(name, programs.execute(HostCommand.of("podman", "tag", id, name)));
    HostAnswer tags =
        programs.execute(
            HostCommand.of(
                "podman",
                "image",
                "inspect",
                "--format",
                "{{.Digest}}{{range .RepoTags}}\n{{.}}{{end}}",
                "--",
                id));
    requireLoaded(name, tags);
    List<String> lines = tags.output().strip().lines().toList();
    if (!lines.getFirst().equals(digest)) {
      throw new AssayException(
          ErrorCode.IMAGE_BUILD_FAILED,
          "podman holds %s as %s, and it was built as %s"
              .formatted(name, lines.getFirst(), digest));
    }
    // Podman names what it pulls from a folder after the folder.
    String mark = Owner.self().mark();
    lines.stream()
        .skip(1)
        .filter(tag -> tag.contains(mark))
        .forEach(tag ->
            requireLoaded(name, programs.execute(HostCommand.of("podman", "untag", id, tag))));
  }

  private static void requireLoaded(String name, HostAnswer answer) {
    if (!answer.succeeded()) {
      boolean full = answer.errors().contains("no space left");
      throw new AssayException(
          full ? ErrorCode.DISK_FULL : ErrorCode.IMAGE_BUILD_FAILED,
          "cannot load %s into podman: it %s: %s"
              .formatted(name, answer.ending(), answer.lastLine()));
    }
  }
}
