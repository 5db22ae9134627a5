package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.runner.job.RunFolder;
import dev.assay.runner.job.RunReader;
import dev.assay.runner.source.FolderRepository;
import dev.assay.runner.testkit.FaultyFixture;
import dev.assay.runner.testkit.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What `assay run` answers to bad input, and the exit codes of everything that can come of a run.
class RunCommandIT {
  private static final List<String> POINTS =
      List.of("sound", "exits", "make-exits", "verify-exits");

  @TempDir private static Path folder;
  private static CommandFixture command;
  private static Path bundle;
  private static Path solution;
  private static Path repository;

  @BeforeAll
  static void open() throws IOException {
    command = CommandFixture.open(folder);
    bundle = FaultyFixture.bundle(folder, POINTS, FaultyFixture.SHORT_LIMITS);
    solution = FaultyFixture.solution(folder, POINTS);
    repository = folder.resolve("repository");
    FolderRepository.make(solution, repository);
  }

  /// The command's arguments and a pattern of its message, and the exit code.
  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "2 | REPOSITORY --commit 0123456789012345678901234567890123456789 | has no commit, branch or tag 0123456789",
        "2 | REPOSITORY --commit mian | the nearest of its branches and tags: main",
        "2 | REPOSITORY --commit main --dirty | --dirty measures a folder as it lies and --commit",
        "2 | SOLUTION | is in no git repository",
        "2 | /nonexistent/solution | there is no folder /nonexistent/solution",
        "2 | REPOSITORY --points unsound | has no point 'unsound'; its points are sound, exits",
        "2 | REPOSITORY --points sound,sound | each only once",
        "2 | REPOSITORY --seeds 2-9 | Seeds 4-9 are not in the sample",
        "2 | REPOSITORY --seeds 3-1 | --seeds 3-1: ",
        "2 | REPOSITORY --seeds some | --seeds some: ",
        "2 | REPOSITORY --bundle /nonexistent | /nonexistent is no folder",
        "2 | REPOSITORY --bundle EMPTY | There is no bundle test/twice@1",
        "2 | REPOSITORY --resume 20260101-000000-abcdef | is not resumed: a run is append-only",
        "2 | REPOSITORY --retry-disturbed 11 | --retry-disturbed 11: a disturbed case can be measured again 0 to 10 times",
        "2 | REPOSITORY --sedes 1 | Possible solutions: --seeds",
        "2 | | Missing required parameter: 'SOLUTION'",
      })
  void refusesWhatIsUsedWrongly(String line) throws IOException {
    List<Path> before = command.runFolders();
    String[] parts = line.split("\\|", 3);

    var result = command.assay(arguments(parts[1]));

    assertThat(result.err()).contains(parts[2].strip());
    assertThat(result.code()).isEqualTo(Integer.parseInt(parts[0].strip()));
    assertThat(command.runFolders()).isEqualTo(before);
    assertThat(command.census()).isEmpty();
  }

  private static Object[] arguments(String line) throws IOException {
    var arguments = new ArrayList<Object>(List.of("run"));
    for (String word : Arrays.stream(line.strip().split(" +")).filter(w -> !w.isEmpty()).toList()) {
      arguments.add(
          switch (word) {
            case "REPOSITORY" -> repository;
            case "SOLUTION" -> solution;
            case "EMPTY" -> Files.createDirectories(folder.resolve("empty"));
            default -> word;
          });
    }
    if (!arguments.contains("--bundle")) {
      arguments.addAll(List.of("--bundle", bundle));
    }
    arguments.addAll(List.of("--runs", command.runs()));
    return arguments.toArray();
  }

  @Test
  void refusesAManifestThatIsFaultyAndNamesTheLine() throws IOException {
    Path faulty = folder.resolve("faulty-solution");
    Folders.write(
        faulty, "solution.toml", "[solution]\nbundle = \"test/twice@1\"\nlangauge = \"python\"\n");

    assertRefused(2, faulty, bundle, "solution.toml:3:1: solution.langauge", "'language'");
  }

  @Test
  void refusesASolutionWithoutAManifest() throws IOException {
    Path none = Files.createDirectories(folder.resolve("no-solution"));

    assertRefused(2, none, bundle, "solution.toml");
  }

  @Test
  void blamesTheHostForAFaultyBundleManifest() throws IOException {
    Path faulty =
        Folders.write(folder.resolve("faulty-bundle"), "bundle.toml", "[bundle]\nname = 3\n");

    assertRefused(3, solution, faulty, "bundle.toml:2");
  }

  @Test
  void refusesAnImageThatIsNotThere() throws IOException {
    Path other = folder.resolve("other-image");
    Folders.write(
        other,
        "solution.toml",
        "[solution]\nbundle = \"test/twice@1\"\nlanguage = \"python\"\nimage = \"localhost/assay/none\"\n",
        "solution.py",
        "");

    assertRefused(4, other, bundle, "no image 'localhost/assay/none'", "assay image build");
  }

  @Test
  void refusesADirtyWorkTree() throws IOException {
    Path dirty = folder.resolve("dirty");
    FolderRepository.make(solution, dirty);
    Files.writeString(dirty.resolve("notes.txt"), "not in git");

    var result = command.assay("run", dirty, "--bundle", bundle, "--runs", command.runs());

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains("holds what no commit holds: notes.txt (not in git)");
    assertThat(result.err()).contains("--dirty");
  }

  @Test
  void refusesAMachineThatIsTooSmall() throws IOException {
    Path large = folder.resolve("large");
    Folders.write(
        large,
        "solution.toml",
        "[solution]\nbundle = \"test/twice@1\"\nlanguage = \"python\"\n[requires]\ncores = 4000\n",
        "solution.py",
        "");

    assertRefused(4, large, bundle, "4000 processors are asked for");
  }

  private static void assertRefused(int code, Path solution, Path bundle, String... words)
      throws IOException {
    List<Path> before = command.runFolders();

    var result =
        command.assay("run", solution, "--dirty", "--bundle", bundle, "--runs", command.runs());

    assertThat(result.err()).contains(words);
    assertThat(result.code()).isEqualTo(code);
    assertThat(command.runFolders()).isEqualTo(before);
    assertThat(command.census()).isEmpty();
  }

  @Test
  void ends0WhenEveryPointPassesAndRecordsTheCommit() throws IOException {
    Run run = execute(0, repository, "sound");

    assertThat(run.state()).isEqualTo(RunState.FINISHED);
    assertThat(run.job().source().commit()).matches("[0-9a-f]{40}");
  }

  @Test
  void marksADirtyRunAsHavingNoCommit() throws IOException {
    Run run = execute(0, solution, "sound", "--dirty");

    assertThat(run.job().source().commit()).isNull();
  }

  @Test
  void ends1WhenAPointDoesNotPass() throws IOException {
    execute(1, repository, "sound,exits");
  }

  @Test
  void ends1WhenTheSampleIsSmallerThanTheBars() throws IOException {
    execute(1, repository, "sound", "--seeds", "1-2");
  }

  @Test
  void ends3WhenTheBundleIsAtFaultAtSomePoint() throws IOException {
    Run run = execute(3, repository, "make-exits,exits");

    assertThat(run.state()).isEqualTo(RunState.FINISHED);
  }

  @Test
  void callsARunWhoseBundleIsAtFaultEverywhereABundleError() throws IOException {
    Run run = execute(3, repository, "make-exits,verify-exits");

    assertThat(run.state()).isEqualTo(RunState.BUNDLE_ERROR);
  }

  @Test
  void ends1WhenTheBuildFails() throws IOException {
    Path broken = FaultyFixture.solution(folder.resolve("broken"), POINTS);
    Folders.write(
        broken,
        "solution.toml",
        "[solution]\nbundle = \"test/twice@1\"\nlanguage = \"python\"\n[build]\ncommand = \"echo no moon >&2; false\"\n");

    Run run = execute(1, broken, "sound", "--dirty");

    assertThat(run.state()).isEqualTo(RunState.BUILD_FAILED);
    assertThat(command.runFolders().getLast().resolve("logs/build.log")).hasContent("no moon");
  }

  /// Everything of a run is on disk and nothing besides.
  private static Run execute(int code, Path source, String points, String... more)
      throws IOException {
    var arguments =
        new ArrayList<Object>(
            List.of(
                "run",
                source,
                "--bundle",
                bundle,
                "--points",
                points,
                "--runs",
                command.runs(),
                "--json"));
    arguments.addAll(List.of(more));
    List<Path> before = command.runFolders();

    var result = command.assay(arguments.toArray());

    assertThat(result.code()).as(result.err()).isEqualTo(code);
    List<Path> made = new ArrayList<>(command.runFolders());
    made.removeAll(before);
    assertThat(made).hasSize(1);
    Path run = made.getFirst();
    assertThat(result.out()).startsWith("{").contains(run.getFileName().toString());
    assertThat(run.resolve("report.html")).isRegularFile();
    assertThat(run.resolve("verdicts.json")).isRegularFile();
    assertThat(command.census()).isEmpty();
    return RunReader.read(RunFolder.of(run));
  }
}
