package dev.assay.runner.suite;

import dev.assay.bundle.hash.ContentHash;
import dev.assay.bundle.manifest.BundleManifest;
import dev.assay.core.bundle.Limits;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.Machine;
import dev.assay.core.suite.FoundPrograms;
import dev.assay.core.suite.Language;
import dev.assay.core.suite.ProgramIdentity;
import dev.assay.core.suite.ProgramSource;
import dev.assay.core.suite.Suite;
import dev.assay.core.suite.TaskBundle;
import dev.assay.runner.job.MachineServices;
import dev.assay.runner.job.ProgramBundle;
import dev.assay.runner.job.StateFolder;
import dev.assay.sandbox.disk.FolderTree;
import dev.assay.sandbox.image.Image;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// A suite with its bundles, images and compilers, each opened when it is first asked for. Used by
/// one thread.
public final class OpenSuite implements AutoCloseable {
  private final MachineServices machine;
  private final Path folder;
  private final Path logs;
  private final Consumer<String> stages;
  private final Suite suite;
  private final StateFolder state;
  private final ProgramBuild build;
  private final String id;
  private final Map<String, ProgramBundle> bundles = new HashMap<>();
  private final Map<String, Image> images = new HashMap<>();
  private final Map<String, String> versions = new HashMap<>();
  private int places;

  /// A program with what it takes to measure it.
  ///
  /// @param path of its source
  /// @param language with the commands that are used
  /// @param text of its source
  public record OpenProgram(
      ProgramSource source,
      Path path,
      Language language,
      Image image,
      ProgramBundle bundle,
      ProgramIdentity identity,
      SourceText text) {}

  /// Bytes of a source.
  public static final class SourceText {
    private final byte[] bytes;

    private SourceText(byte[] bytes) {
      this.bytes = bytes;
    }

    public byte[] bytes() {
      return bytes.clone();
    }
  }

  /// What came of a build.
  ///
  /// @param folder where it was built
  /// @param failure why there is no program; empty when there is one
  public record Built(Path folder, Optional<ProgramBuild.Failure> failure) {}

  /// @param suite as its manifest says
  /// @param folder of the suite
  /// @param logs folder for what builds, bundles and version commands say
  /// @param stages hears what is done now
  public OpenSuite(
      MachineServices machine, Suite suite, Path folder, Path logs, Consumer<String> stages) {
    this.machine = machine;
    this.folder = folder;
    this.logs = logs;
    this.stages = stages;
    this.suite = suite;
    this.id = "suite-%08x".formatted(machine.random().nextInt());
    this.state = StateFolder.create(machine.home(), id);
    this.build = new ProgramBuild(machine);
  }

  public Suite suite() {
    return suite;
  }

  public FoundPrograms find() {
    return SuitePrograms.find(suite, folder);
  }

  /// A file of the suite.
  public Path file(String name) {
    return folder.resolve(name);
  }

  /// Those whose language and bundle are there; what is wrong with a bundle or an image stops its
  /// programs, and nobody else's.
  ///
  /// @param commands gives the language with the commands that are used
  /// @param remarks gets a sentence for each of the others
  public List<OpenProgram> open(
      List<ProgramSource> selected,
      Machine described,
      UnaryOperator<Language> commands,
      List<String> remarks) {
    var programs = new ArrayList<OpenProgram>();
    var refused = new HashMap<String, String>();
    for (ProgramSource source : selected) {
      Suite.Task task = suite.findTask(source.name().task()).orElseThrow();
      Language language =
          commands.apply(suite.findLanguage(source.name().language()).orElseThrow());
      String needs = task.bundle() + " " + language.image();
      if (!refused.containsKey(needs)) {
        try {
          programs.add(open(source, task, language, described));
        } catch (AssayException e) {
          requireGoingOn(e);
          refused.put(needs, e.getMessage());
        }
      }
      if (refused.containsKey(needs)) {
        remarks.add("%s: %s".formatted(source.shortName(), refused.get(needs)));
      }
    }
    return programs;
  }

  private static void requireGoingOn(AssayException e) {
    switch (e.code()) {
      case BUNDLE_INVALID, BUNDLE_FAILED, IMAGE_NOT_FOUND -> {}
      default -> throw e;
    }
  }

  private OpenProgram open(
      ProgramSource source, Suite.Task task, Language language, Machine described) {
    Path path = folder.resolve(suite.programs()).resolve(source.path());
    byte[] text = read(path);
    ProgramBundle bundle = bundle(task);
    Image image = image(language.image());
    Limits limits = bundle.spec().limits();
    var identity =
        new ProgramIdentity(
            hash(text),
            language.build() == null ? List.of() : Language.filled(language.build(), source),
            Language.filled(language.run(), source),
            version(language, image),
            image.identity().digest(),
            bundle.frozen().hash(),
            described.classOf(limits.cpus(), limits.memory().bytes()));
    return new OpenProgram(source, path, language, image, bundle, identity, new SourceText(text));
  }

  private static byte[] read(Path path) {
    try {
      return Files.readAllBytes(path);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The source %s could not be read: %s".formatted(path, e), e);
    }
  }

  private static String hash(byte[] text) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private ProgramBundle bundle(Suite.Task task) {
    return bundles.computeIfAbsent(
        task.bundle(),
        name -> {
          stages.accept("bundle " + name);
          return ProgramBundle.open(
              folder.resolve(name), machine, new SuiteLogs(logs, "bundle-" + task.name()));
        });
  }

  /// What a task is measured against, as it is now.
  ///
  /// @return empty where there is none any more
  public Optional<TaskBundle> findBundle(Suite.Task task) {
    ProgramBundle opened = bundles.get(task.bundle());
    if (opened != null) {
      return Optional.of(new TaskBundle(opened.spec(), opened.frozen().hash()));
    }
    Path place = folder.resolve(task.bundle());
    try {
      return Optional.of(new TaskBundle(BundleManifest.read(place), ContentHash.ofBundle(place)));
    } catch (AssayException e) {
      requireGoingOn(e);
      return Optional.empty();
    }
  }

  private Image image(String reference) {
    return images.computeIfAbsent(
        reference,
        one -> {
          stages.accept("image " + one);
          return machine.images().require(one);
        });
  }

  private String version(Language language, Image image) {
    return versions.computeIfAbsent(
        language.name(),
        name -> {
          stages.accept("version of " + name);
          return build.version(nextId(), image, language, place(name + ".version.log"));
        });
  }

  /// Unique on this machine, for a container.
  public String nextId() {
    return "%s-%d".formatted(id, ++places);
  }

  /// Builds a program in a fresh folder.
  ///
  /// @param beside files that are laid beside its source
  /// @param log name of the log in the folder of logs
  public Built build(OpenProgram program, List<Path> beside, String log) {
    String name = nextId();
    var place = place(log);
    var failure =
        build.build(
            name,
            program.image(),
            program.language(),
            program.source(),
            Stream.concat(Stream.of(program.path()), beside.stream()).toList(),
            place);
    return new Built(place.folder(), failure);
  }

  /// Takes away what was built.
  public static void forget(Path built) {
    FolderTree.delete(built);
  }

  /// Empty folders for a program and for a container.
  private ProgramBuild.Place place(String log) {
    try {
      Path program = Files.createDirectories(state.path().resolve(places + "-program"));
      Path container = Files.createDirectories(state.path().resolve(places + "-container"));
      return new ProgramBuild.Place(program, container, logs.resolve(log));
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "A folder in %s could not be made: %s".formatted(state.path(), e), e);
    }
  }

  @Override
  public void close() {
    try (state) {
      bundles.values().forEach(ProgramBundle::close);
    }
  }
}
