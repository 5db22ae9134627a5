package dev.assay.runner.program;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.OutputComparison;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.ProgramSpec;
import dev.assay.core.bundle.Workload;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.Verification;
import dev.assay.core.wire.PointManifest;
import dev.assay.core.wire.Verdicts;
import dev.assay.runner.point.BundleCommands;
import dev.assay.runner.point.BundleFile;
import dev.assay.runner.point.FileHash;
import dev.assay.runner.point.PointRunner;
import dev.assay.runner.point.Workspace;
import dev.assay.runner.source.TreeCopy;
import dev.assay.sandbox.disk.FolderTree;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The workloads of a bundle as files: inputs and expected outputs, each made once, and the
/// bundle's word on what programs printed. A workload's folder has the form of a point directory
/// with one case:
///
///     manifest.json
///     cases/000000/NAME        what the program is given
///     expected/000000/stdout   what it is expected to print
///     out/000000/stdout        what it printed, while `verify` looks
///
/// Used by one thread at a time.
public final class PreparedWorkloads {
  /// Where programs find their files, in their container.
  public static final String FOLDER = "/work";

  /// The file of a point directory that holds an output.
  public static final String OUTPUT = "stdout";

  /// The one case of a workload.
  public static final String CASE = "000000";

  /// Its seed, of which nothing is drawn.
  public static final long SEED = 0;

  private static final String EXPECTED = "expected/" + CASE;
  private static final String INPUTS = "cases/" + CASE;

  private final BundleSpec spec;
  private final ProgramSpec program;
  private final Workspace workspace;
  private final BundleCommands commands;
  private final PointRunner.Logs logs;
  private final Map<String, Prepared> prepared = new HashMap<>();
  private @Nullable Workload shown;

  /// @param workspace holds the frozen bundle, and its DIR in the container of `commands`
  /// @param logs of `make`, of the reference and of `verify`
  public PreparedWorkloads(
      BundleSpec spec, Workspace workspace, BundleCommands commands, PointRunner.Logs logs) {
    this.spec = spec;
    this.program = spec.requireProgram();
    this.workspace = workspace;
    this.commands = commands;
    this.logs = logs;
  }

  /// What came of preparing a workload.
  ///
  /// @param fault what the bundle did wrong, as a sentence; absent when it is ready
  /// @param make the bundle's `make`, or else its reference; absent when neither was executed
  /// @param inputHashes SHA-256 of each file that the program is given, and of the expected output
  ///   as `expected`, hex, by name
  public record Prepared(
      @Nullable String fault, @Nullable ProcessResult make, Map<String, String> inputHashes) {
    public Prepared {
      inputHashes = Collections.unmodifiableMap(new TreeMap<>(inputHashes));
    }
  }

  /// Makes inputs and expected output of a workload. A bundle that is at fault is an outcome.
  public Prepared prepare(Workload workload) {
    Prepared before = prepared.get(workload.point());
    if (before != null) {
      return before;
    }
    workspace.wipePoint();
    FolderTree.delete(folder(workload));
    var work = new Preparation(workload);
    Prepared outcome;
    try {
      outcome = new Prepared(null, work.make, work.execute());
    } catch (AssayException e) {
      if (e.code() != ErrorCode.BUNDLE_FAILED) {
        throw e;
      }
      outcome = new Prepared(e.getMessage(), work.make, Map.of());
    } catch (IOException e) {
      throw failed("The workload %s could not be prepared".formatted(workload.point()), e);
    }
    prepared.put(workload.point(), new Prepared(outcome.fault(), work.make, outcome.inputHashes()));
    return prepared.getOrDefault(workload.point(), outcome);
  }

  /// Takes a point directory as it lies for the workload, as far as it names one.
  ///
  /// @throws AssayException `USAGE` when its manifest names no workload of the bundle
  public Workload adopt(Path directory) throws IOException {
    var manifest = PointManifest.parse(BundleFile.read(directory.resolve("manifest.json")));
    Workload workload =
        program.workloads().stream()
            .filter(one -> isOf(one, manifest))
            .findFirst()
            .orElseThrow(() ->
                new AssayException(
                    ErrorCode.USAGE,
                    "%s is at %s, and %s has no workload of that size."
                        .formatted(directory, manifest.point(), spec.id())));
    FolderTree.delete(folder(workload));
    TreeCopy.copy(directory, folder(workload));
    FolderTree.delete(folder(workload).resolve("out"));
    Files.deleteIfExists(folder(workload).resolve("verdicts.json"));
    prepared.put(workload.point(), new Prepared(null, null, Map.of()));
    return workload;
  }

  private static boolean isOf(Workload workload, PointManifest manifest) {
    BigDecimal n = manifest.point().get(Workload.PARAMETER);
    return n != null && n.compareTo(BigDecimal.valueOf(workload.n())) == 0;
  }

  /// The folder of a prepared workload, on the host.
  public Path folder(Workload workload) {
    return workspace.prepared().resolve(workload.point());
  }

  /// Puts the files of a workload, and of no other, where programs find them. None may be running.
  public void show(Workload workload) {
    if (workload.equals(shown)) {
      return;
    }
    try {
      hide();
      moveAll(folder(workload).resolve(INPUTS), workspace.shown());
      shown = workload;
    } catch (IOException e) {
      throw failed("The files of %s could not be shown".formatted(workload.point()), e);
    }
  }

  private void hide() throws IOException {
    if (shown != null) {
      moveAll(workspace.shown(), folder(shown).resolve(INPUTS));
      shown = null;
    }
  }

  /// Path of the standard input that programs are given, in their container; absent for an empty
  /// one.
  public static @Nullable String input(Workload workload) {
    return workload.stdin() == null ? null : FOLDER + "/" + lastName(workload.stdin());
  }

  /// What the bundle says of an output.
  ///
  /// @param output what the program printed
  /// @param log name of the log of `verify`, where that is asked
  /// @throws AssayException `BUNDLE_FAILED` when the bundle cannot say
  public Verified verify(Workload workload, Path output, String log) {
    try {
      return program.compare().kind() == OutputComparison.Kind.VERIFY
          ? ask(workload, output, log)
          : new Verified(
              Comparers.of(program.compare())
                  .compare(folder(workload).resolve(EXPECTED).resolve(OUTPUT), output),
              null);
    } catch (IOException e) {
      throw failed("The output at %s could not be verified".formatted(workload.point()), e);
    }
  }

  /// @param verify the bundle's `verify`; absent when it was not asked
  public record Verified(Verification verification, @Nullable ProcessResult verify) {}

  private Verified ask(Workload workload, Path output, String log) throws IOException {
    hide();
    workspace.wipePoint();
    moveAll(folder(workload), workspace.directory());
    try {
      Path answers = workspace.directory().resolve("out").resolve(CASE);
      Files.createDirectories(answers);
      Files.copy(output, answers.resolve(OUTPUT));
      openToReaders(workspace.directory().resolve("out"));
      var outcome = commands.verify(logs.file(log), logs.recordedAs(log));
      if (outcome.fault() != null) {
        throw new AssayException(ErrorCode.BUNDLE_FAILED, outcome.fault());
      }
      byte[] file = BundleFile.read(workspace.directory().resolve("verdicts.json"));
      return new Verified(Verdicts.parse(file, 1).cases().getFirst(), outcome.process());
    } finally {
      FolderTree.delete(workspace.directory().resolve("out"));
      Files.deleteIfExists(workspace.directory().resolve("verdicts.json"));
      moveAll(workspace.directory(), folder(workload));
    }
  }

  private static AssayException failed(String what, IOException e) {
    return new AssayException(ErrorCode.IO, "%s: %s".formatted(what, e), e);
  }

  private static AssayException fault(String sentence) {
    return new AssayException(ErrorCode.BUNDLE_FAILED, sentence);
  }

  private static String lastName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static void moveAll(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    for (Path path : children(from)) {
      Files.move(path, to.resolve(path.getFileName().toString()), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private static List<Path> children(Path folder) throws IOException {
    var children = new ArrayList<Path>();
    if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      try (var stream = Files.newDirectoryStream(folder)) {
        stream.forEach(children::add);
      }
    }
    return children;
  }

  private static void openToReaders(Path root) throws IOException {
    if (!Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (var stream = Files.walk(root)) {
      for (Path path : (Iterable<Path>) stream::iterator) {
        String mode =
            Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) ? "rwxr-xr-x" : "rw-r--r--";
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
      }
    }
  }

  /// One workload on its way from the bundle to its folder.
  private final class Preparation {
    private final Workload workload;
    private final Path directory = workspace.directory();
    private @Nullable ProcessResult make;

    private Preparation(Workload workload) {
      this.workload = workload;
    }

    private Map<String, String> execute() throws IOException {
      if (program.isMade()) {
        make();
      } else {
        writeManifest();
      }
      if (!program.makesInputs()) {
        takeInputs();
      }
      requireInputs();
      switch (program.expected()) {
        case FILE -> takeExpected();
        case REFERENCE -> executeReference();
        case MAKE -> requirePlain(EXPECTED + "/" + OUTPUT);
        case NONE -> {}
      }
      for (String part : List.of("cases", "expected")) {
        openToReaders(directory.resolve(part));
      }
      Map<String, String> hashes = hashes();
      moveAll(directory, folder(workload));
      return hashes;
    }

    private Point point() {
      return spec.findPoint(workload.point())
          .orElseThrow(() -> new IllegalStateException("no point " + workload.point()));
    }

    private void make() throws IOException {
      String log = workload.point() + ".make.log";
      var outcome = commands.make(point(), List.of(SEED), logs.file(log), logs.recordedAs(log));
      make = outcome.process();
      if (outcome.fault() != null) {
        throw fault(outcome.fault());
      }
      for (String later : List.of("out", "verdicts.json")) {
        if (Files.exists(directory.resolve(later), LinkOption.NOFOLLOW_LINKS)) {
          throw fault("`make` wrote %s, which is not its to write".formatted(later));
        }
      }
      PointManifest.parse(BundleFile.read(directory.resolve("manifest.json")))
          .requireFits(point(), spec.signature(), List.of(SEED));
    }

    private void writeManifest() throws IOException {
      var params = new LinkedHashMap<String, BigDecimal>(point().params());
      Files.writeString(
          directory.resolve("manifest.json"),
          new PointManifest(params, Map.of(), 1, List.of(SEED)).toJson());
    }

    private void takeInputs() throws IOException {
      Path inputs = Files.createDirectories(directory.resolve(INPUTS));
      for (String file : inputs()) {
        take(file, inputs.resolve(lastName(file)));
      }
    }

    private List<String> inputs() {
      var inputs = new ArrayList<>(workload.files());
      if (workload.stdin() != null && !inputs.contains(workload.stdin())) {
        inputs.add(workload.stdin());
      }
      return inputs;
    }

    private void take(String file, Path target) throws IOException {
      Path source = workspace.bundle().resolve(file);
      if (!Files.isRegularFile(source, LinkOption.NOFOLLOW_LINKS)) {
        throw fault(
            "point %s names %s, and the bundle has no such file".formatted(workload.point(), file));
      }
      Files.copy(source, target);
    }

    /// Nothing is missing, and there is nothing that no program is told of.
    private void requireInputs() throws IOException {
      var missing = new TreeSet<String>();
      inputs().forEach(file -> missing.add(lastName(file)));
      var surplus = new TreeSet<String>();
      for (Path path : children(directory.resolve(INPUTS))) {
        String name = path.getFileName().toString();
        if (missing.remove(name)) {
          requirePlain(INPUTS + "/" + name);
        } else {
          surplus.add(name);
        }
      }
      if (!missing.isEmpty()) {
        throw fault("`make` wrote no %s/%s".formatted(INPUTS, missing.first()));
      }
      if (!surplus.isEmpty()) {
        throw fault(
            "`make` wrote %s/%s, which the point %s does not name in stdin or files"
                .formatted(INPUTS, surplus.first(), workload.point()));
      }
    }

    private void requirePlain(String name) throws IOException {
      Path path = directory.resolve(name);
      if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        throw fault("`make` wrote no %s".formatted(name));
      }
      var attributes = Files.readAttributes(path, "unix:*", LinkOption.NOFOLLOW_LINKS);
      if (!Boolean.TRUE.equals(attributes.get("isRegularFile"))
          || !Integer.valueOf(1).equals(attributes.get("nlink"))) {
        throw fault("%s is no plain file with one link".formatted(name));
      }
    }

    private void takeExpected() throws IOException {
      String file = workload.expected();
      if (file == null) {
        throw fault("point %s names no expected output".formatted(workload.point()));
      }
      take(file, Files.createDirectories(directory.resolve(EXPECTED)).resolve(OUTPUT));
    }

    /// The reference finds its files where programs find theirs.
    private void executeReference() throws IOException {
      Path aside = Files.createDirectories(workspace.printed().resolve("aside"));
      moveAll(directory, aside);
      moveAll(aside.resolve(INPUTS), directory);
      Path output = workspace.printed().resolve("reference");
      try {
        var command = new ArrayList<>(program.reference());
        command.addAll(workload.args());
        String log = workload.point() + ".reference.log";
        var outcome =
            commands.reference(
                command,
                workload.stdin() == null ? null : lastName(workload.stdin()),
                output,
                spec.limits().output(),
                logs.file(log),
                logs.recordedAs(log));
        if (make == null || outcome.fault() != null) {
          make = outcome.process();
        }
        if (outcome.fault() != null) {
          throw fault("the reference: " + outcome.fault());
        }
      } finally {
        for (String file : inputs()) {
          Files.move(
              directory.resolve(lastName(file)), aside.resolve(INPUTS).resolve(lastName(file)));
        }
        FolderTree.wipe(directory);
        moveAll(aside, directory);
      }
      Path expected = Files.createDirectories(directory.resolve(EXPECTED));
      Files.move(output, expected.resolve(OUTPUT));
    }

    private Map<String, String> hashes() throws IOException {
      var hashes = new TreeMap<String, String>();
      for (String file : inputs()) {
        hashes.put(lastName(file), FileHash.of(directory.resolve(INPUTS).resolve(lastName(file))));
      }
      Path expected = directory.resolve(EXPECTED).resolve(OUTPUT);
      if (Files.isRegularFile(expected, LinkOption.NOFOLLOW_LINKS)) {
        hashes.put("expected", FileHash.of(expected));
      }
      return hashes;
    }
  }
}
