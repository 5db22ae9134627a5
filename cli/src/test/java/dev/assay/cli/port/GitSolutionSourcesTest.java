package dev.assay.cli.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.settings.PlatformSettings.Caps;
import dev.assay.platform.settings.PlatformSettings.SourcePolicy;
import dev.assay.platform.submission.RepositoryPolicy;
import dev.assay.runner.source.FolderRepository;
import dev.assay.runner.source.FrozenSource;
import dev.assay.runner.source.PackLimits;
import dev.assay.runner.source.SourceFreezer;
import dev.assay.runner.source.SourcePack;
import dev.assay.runner.source.SourceRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GitSolutionSourcesTest {
  private static final Path EXAMPLES = Path.of("../examples/solutions");

  @TempDir private Path folder;

  private final RepositoryPolicy policy =
      new RepositoryPolicy(
          SourcePolicy.USUAL, host -> List.of(InetAddress.getAllByName("93.184.216.34")));
  private String commit = "";

  @BeforeEach
  void pack() {
    FolderRepository.make(EXAMPLES, folder.resolve("repository"));
    FrozenSource frozen =
        new SourceFreezer(folder)
            .freeze(
                new SourceRequest(
                    folder.resolve("repository").toString(), "linear-pivoting-cpp", null, false));
    assertThat(frozen).isInstanceOf(FrozenSource.AtCommit.class);
    if (frozen instanceof FrozenSource.AtCommit at) {
      commit = at.commit();
      new SourcePack(PackLimits.DEFAULT).write(at, folder.resolve("pack"));
    }
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    try (Stream<Path> left = Files.list(Files.createDirectories(folder.resolve("work")))) {
      assertThat(left).isEmpty();
    }
  }

  private GitSolutionSources sources(Caps caps) {
    return new GitSolutionSources(folder.resolve("work"), caps, policy);
  }

  private void assertRefused(Path pack, String wanted, String path, ErrorCode... codes) {
    GitSolutionSources sources = sources(Caps.USUAL);
    assertThatThrownBy(() -> sources.read(pack, "examples", wanted, path))
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> {
              assertThat(e.code()).isIn((Object[]) codes);
              assertThat(e.getMessage()).doesNotContain(folder.toString());
            });
  }

  @Test
  void readsACommitAsItWasSent() {
    var read =
        sources(Caps.USUAL).read(folder.resolve("pack"), "examples", commit, "linear-pivoting-cpp");

    assertThat(read.implementation()).isEqualTo("linear-pivoting-cpp");
    assertThat(read.source().commit()).isEqualTo(commit);
    assertThat(read.source().repository()).isEqualTo("examples");
    assertThat(read.source().treeHash()).matches("[0-9a-f]{64}");
    assertThat(read.solution().language()).isEqualTo("cpp");
  }

  @Test
  void refusesCommitsAndFoldersThatAreNotThere() {
    Path pack = folder.resolve("pack");

    assertRefused(pack, "0".repeat(40), ".", ErrorCode.COMMIT_NOT_FOUND);
    assertRefused(pack, commit, "nowhere", ErrorCode.SOURCE_NOT_FOUND);
    assertRefused(pack, commit, ".", ErrorCode.SOLUTION_INVALID);
    assertRefused(pack, commit, "../work", ErrorCode.USAGE);
  }

  @Test
  void refusesWhatIsNoPack() throws IOException {
    Path text = folder.resolve("text");
    Files.writeString(text, "PACK" + "x".repeat(1000));
    Path cut = folder.resolve("cut");
    byte[] whole = Files.readAllBytes(folder.resolve("pack"));
    Files.write(cut, java.util.Arrays.copyOf(whole, whole.length / 2));

    assertRefused(text, commit, ".", ErrorCode.SOLUTION_INVALID, ErrorCode.TOO_LARGE);
    assertRefused(cut, commit, ".", ErrorCode.SOLUTION_INVALID);
  }

  @Test
  void refusesPacksBeyondTheCaps() {
    var small = sources(new Caps(1, 1, 1 << 20, 2000, 1));

    assertThatThrownBy(
            () -> small.read(folder.resolve("pack"), "examples", commit, "linear-pivoting-cpp"))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_LARGE));
  }

  @Test
  void noConnectionLeadsWhereThePolicyForbids() {
    var guarded = new GuardedConnections(policy);

    assertThatThrownBy(() -> guarded.create(URI.create("http://example.org/a").toURL()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("http");
    assertThatThrownBy(() -> guarded.create(URI.create("https://0x7f000001/a").toURL()))
        .isInstanceOf(IOException.class);
  }
}
