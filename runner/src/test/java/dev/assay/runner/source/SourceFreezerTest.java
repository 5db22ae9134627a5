package dev.assay.runner.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.lib.StoredConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceFreezerTest {
  @TempDir private Path scratch;
  private GitFixture repository;
  private String first;

  @BeforeEach
  void createRepository() throws Exception {
    repository = GitFixture.create(scratch.resolve("repository"));
    repository.write("solutions/fast/solution.cpp", "1\n").write("README.md", "all\n");
    first = repository.commit("First");
  }

  @AfterEach
  void closeRepository() {
    repository.close();
  }

  @Test
  void freezesAFolderToTheCommitThatIsCheckedOut() {
    var frozen = freeze("repository/solutions/fast");

    assertThat(frozen)
        .isEqualTo(
            new FrozenSource.AtCommit(
                new Origin.Local(
                    repository.folder().resolve(".git"), repository.folder().toString()),
                "solutions/fast",
                first));
    assertThat(frozen.repository()).isEqualTo(repository.folder().toString());
  }

  @Test
  void freezesTheRootOfARepository() {
    assertThat(freeze("repository").path()).isEqualTo(".");
  }

  @Test
  void takesAFileUrl() {
    var frozen = freeze("file://" + repository.folder() + "/solutions");

    assertThat(frozen.path()).isEqualTo("solutions");
    assertThat(commitOf(frozen)).isEqualTo(first);
  }

  @Test
  void takesBranchesTagsAndShortCommits() throws Exception {
    Git git = repository.git();
    git.tag().setName("plain").setAnnotated(false).call();
    git.tag().setName("v1").setAnnotated(true).setSigned(false).setMessage("one").call();
    git.branchCreate().setName("topic").call();
    repository.write("solutions/fast/solution.cpp", "2\n").commit("Second");

    for (String revision : new String[] {"plain", "v1", "topic", first, first.substring(0, 9)}) {
      assertThat(commitOf(freezer().freeze(request("repository", revision)))).isEqualTo(first);
    }
  }

  @Test
  void takesADetachedHead() throws Exception {
    repository.write("solutions/fast/solution.cpp", "2\n").commit("Second");
    repository.git().checkout().setName(first).call();

    assertThat(commitOf(freeze("repository"))).isEqualTo(first);
  }

  @Test
  void takesABareRepositoryAndAPathInIt() throws Exception {
    Path bare = scratch.resolve("bare.git");
    Git.cloneRepository()
        .setURI(repository.folder().toUri().toString())
        .setDirectory(bare.toFile())
        .setBare(true)
        .call()
        .close();

    var frozen = freezer().freeze(new SourceRequest("bare.git", "solutions/fast", null, false));

    assertThat(commitOf(frozen)).isEqualTo(first);
    assertThat(frozen.path()).isEqualTo("solutions/fast");
    refuses(
        new SourceRequest("bare.git", "solutions/slow", null, false),
        ErrorCode.SOURCE_NOT_FOUND,
        "no folder solutions/slow at commit");
    refuses(new SourceRequest("bare.git", ".", null, true), ErrorCode.USAGE, "needs a work tree");
  }

  @Test
  void refusesModifiedStagedAndUntrackedFilesInThePath() throws Exception {
    repository.write("solutions/fast/solution.cpp", "2\n").write("solutions/fast/staged.h", "x\n");
    repository.git().add().addFilepattern("solutions/fast/staged.h").call();
    repository.write("solutions/fast/new.h", "x\n");

    refuses(
        SourceRequest.of("repository/solutions/fast"),
        ErrorCode.WORK_TREE_DIRTY,
        "solutions/fast/solution.cpp (modified)",
        "solutions/fast/staged.h (staged)",
        "solutions/fast/new.h (not in git)",
        "--dirty");
  }

  @Test
  void namesFiveChangesAndCountsTheOthers() throws Exception {
    for (int i = 0; i < 8; i++) {
      repository.write("solutions/fast/file" + i, "x\n");
    }

    refuses(
        SourceRequest.of("repository/solutions/fast"),
        ErrorCode.WORK_TREE_DIRTY,
        "solutions/fast/file4 (not in git) and 3 more");
  }

  @Test
  void refusesADeletedFile() throws Exception {
    Files.delete(repository.folder().resolve("solutions/fast/solution.cpp"));

    refuses(
        SourceRequest.of("repository"),
        ErrorCode.WORK_TREE_DIRTY,
        "solutions/fast/solution.cpp (deleted)");
  }

  @Test
  void passesOverChangesElsewhereAndIgnoredFiles() throws Exception {
    repository.write(".gitignore", "*.o\n").commit("Ignore objects");
    repository.write("README.md", "changed\n").write("solutions/fast/solution.o", "x\n");

    assertThat(freeze("repository/solutions/fast")).isInstanceOf(FrozenSource.AtCommit.class);
  }

  @Test
  void passesOverChangesWhenACommitIsAskedFor() throws Exception {
    repository.write("solutions/fast/solution.cpp", "2\n");

    assertThat(commitOf(freezer().freeze(request("repository", "main")))).isEqualTo(first);
  }

  @Test
  void measuresADirtyWorkTreeAsItLiesWhenAsked() throws Exception {
    repository.write("solutions/fast/solution.cpp", "2\n");

    var frozen = freezer().freeze(new SourceRequest("repository/solutions/fast", ".", null, true));

    assertThat(frozen).isEqualTo(new FrozenSource.AsItLies(repository.folder(), "solutions/fast"));
  }

  @Test
  void refusesAFolderInNoRepositoryUnlessDirty() throws Exception {
    Path lonely = Files.createDirectory(scratch.resolve("lonely"));

    refuses(SourceRequest.of("lonely"), ErrorCode.SOURCE_NOT_FOUND, "is in no git repository");
    assertThat(freezer().freeze(new SourceRequest("lonely", ".", null, true)))
        .isEqualTo(new FrozenSource.AsItLies(lonely.toRealPath(), "."));
  }

  @Test
  void refusesAFolderThatIsNotThere() {
    refuses(SourceRequest.of("nowhere"), ErrorCode.SOURCE_NOT_FOUND, "there is no folder");
    refuses(
        new SourceRequest("repository", "../elsewhere", null, false),
        ErrorCode.USAGE,
        "leads out of the repository");
  }

  @Test
  void refusesARepositoryWithoutACommit() throws Exception {
    GitFixture.create(scratch.resolve("empty")).close();

    refuses(SourceRequest.of("empty"), ErrorCode.COMMIT_NOT_FOUND, "has no commit yet");
  }

  @Test
  void suggestsTheNearestNameForOneThatIsNotThere() throws Exception {
    repository.git().branchCreate().setName("topic/speed").call();

    refuses(
        request("repository", "topic/sped"),
        ErrorCode.COMMIT_NOT_FOUND,
        "no commit, branch or tag topic/sped",
        "topic/speed, main");
    refuses(
        request("repository", "0123456789012345678901234567890123456789"),
        ErrorCode.COMMIT_NOT_FOUND,
        "main");
  }

  @Test
  void refusesABlobAndNonsenseForACommit() throws Exception {
    refuses(
        request("repository", repository.blob("1\n").name()), ErrorCode.COMMIT_NOT_FOUND, "main");
    refuses(request("repository", "^{^~"), ErrorCode.COMMIT_NOT_FOUND, "main");
  }

  @Test
  void refusesUrlsOfOtherSchemes() {
    refuses(
        SourceRequest.of("ext::sh -c whoami"), ErrorCode.SOURCE_NOT_FOUND, "there is no folder");
    refuses(SourceRequest.of("ftp://example.org/x"), ErrorCode.USAGE, "use https");
    refuses(SourceRequest.of("ssh://-oProxyCommand=x/y"), ErrorCode.USAGE, "malformed");
  }

  @Test
  void executesNoFilterAndNoHookOfTheRepository() throws Exception {
    Path proof = scratch.resolve("proof");
    repository.write(".gitattributes", "*.cpp filter=evil\n").commit("Ask for a filter");
    StoredConfig config = repository.git().getRepository().getConfig();
    config.setString("filter", "evil", "clean", "touch " + proof);
    config.setString("filter", "evil", "smudge", "touch " + proof);
    config.save();
    repository.write("solutions/fast/solution.cpp", "2\n");

    refuses(SourceRequest.of("repository"), ErrorCode.WORK_TREE_DIRTY, "solution.cpp (modified)");
    assertThat(proof).doesNotExist();
  }

  @Test
  void leavesTheRepositoryAsItWas() throws Exception {
    var before = listing(repository.folder());

    freeze("repository");

    assertThat(listing(repository.folder())).isEqualTo(before);
  }

  private static List<String> listing(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      return files.map(Path::toString).sorted().toList();
    }
  }

  private SourceFreezer freezer() {
    return new SourceFreezer(scratch);
  }

  private FrozenSource freeze(String location) {
    return freezer().freeze(SourceRequest.of(location));
  }

  private static SourceRequest request(String location, String revision) {
    return new SourceRequest(location, ".", revision, false);
  }

  private static String commitOf(FrozenSource frozen) {
    return ((FrozenSource.AtCommit) frozen).commit();
  }

  private void refuses(SourceRequest request, ErrorCode code, String... parts) {
    assertThatExceptionOfType(AssayException.class)
        .isThrownBy(() -> freezer().freeze(request))
        .satisfies(failure -> assertThat(failure.code()).isEqualTo(code))
        .satisfies(failure -> assertThat(failure.getMessage()).contains(parts));
  }
}
