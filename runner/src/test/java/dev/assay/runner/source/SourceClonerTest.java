package dev.assay.runner.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.unit.DataSize;
import dev.assay.runner.source.GitFixture.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceClonerTest {
  @TempDir private Path scratch;
  private GitFixture repository;

  @BeforeEach
  void createRepository() throws Exception {
    repository = GitFixture.create(scratch.resolve("repository"));
  }

  @AfterEach
  void closeRepository() {
    repository.close();
  }

  @Test
  void writesTheFilesOfTheCommitAndNothingOfGit() throws Exception {
    repository
        .write("solutions/fast/solution.cpp", "1\n")
        .executable("solutions/fast/build.sh", "#!/bin/sh\n")
        .write("shared/common.h", "common\n")
        .link("solutions/fast/common.h", "../../shared/common.h");
    String first = repository.commit("First");
    repository.write("solutions/fast/solution.cpp", "2\n").commit("Second");

    var clone =
        copy(
            new SourceRequest("repository/solutions/fast", ".", first, false), CloneLimits.DEFAULT);

    assertThat(clone.solution()).isEqualTo(clone.root().resolve("solutions/fast"));
    assertThat(clone.solution().resolve("solution.cpp")).hasContent("1\n");
    assertThat(Files.isExecutable(clone.solution().resolve("build.sh"))).isTrue();
    assertThat(Files.isExecutable(clone.solution().resolve("solution.cpp"))).isFalse();
    assertThat(Files.readSymbolicLink(clone.solution().resolve("common.h")))
        .isEqualTo(Path.of("../../shared/common.h"));
    assertThat(clone.root().resolve(".git")).doesNotExist();
    assertThat(clone.remarks()).isEmpty();
    assertThat(namesIn(scratch)).containsExactlyInAnyOrder("repository", "clone");
  }

  @Test
  void keepsFilesAsTheyAreStored() throws Exception {
    Path proof = scratch.resolve("proof");
    repository
        .write(".gitattributes", "* text eol=crlf filter=evil export-ignore ident\n")
        .write("text", "$Id$\n")
        .write("naïve/ü.txt", "x\n")
        .write("a", "lower\n")
        .write("A", "upper\n");
    repository.commit("Attributes");
    var config = repository.git().getRepository().getConfig();
    config.setString("filter", "evil", "smudge", "touch " + proof);
    config.save();

    var clone = copy(SourceRequest.of("repository"));

    assertThat(Files.readString(clone.root().resolve("text"))).isEqualTo("$Id$\n");
    assertThat(clone.root().resolve("naïve/ü.txt")).exists();
    assertThat(clone.root().resolve("A")).hasContent("upper");
    assertThat(clone.root().resolve("a")).hasContent("lower");
    assertThat(proof).doesNotExist();
  }

  @Test
  void copiesADirtyFolderWithoutWhatIsIgnored() throws Exception {
    repository.write(".gitignore", "*.o\nbuild/\n").write("solution.cpp", "1\n");
    repository.commit("First");
    repository
        .write("solution.cpp", "2\n")
        .write("new.h", "new\n")
        .write("stale.o", "x\n")
        .write("build/stale", "x\n");

    var clone = copy(new SourceRequest("repository", ".", null, true), CloneLimits.DEFAULT);

    assertThat(namesIn(clone.root()))
        .containsExactlyInAnyOrder(".gitignore", "solution.cpp", "new.h");
    assertThat(clone.root().resolve("solution.cpp")).hasContent("2\n");
  }

  @Test
  void copiesAFolderThatIsInNoRepository() throws Exception {
    Path lonely = Files.createDirectories(scratch.resolve("lonely/sub"));
    Files.writeString(lonely.resolve("file"), "x\n");
    Files.createSymbolicLink(lonely.resolve("link"), Path.of("file"));

    var clone = copy(new SourceRequest("lonely", ".", null, true), CloneLimits.DEFAULT);

    assertThat(clone.root().resolve("sub/file")).hasContent("x\n");
    assertThat(Files.isSymbolicLink(clone.root().resolve("sub/link"))).isTrue();
  }

  @Test
  void writesSubmodulesAtTheirRecordedCommits() throws Exception {
    try (var inner = GitFixture.create(scratch.resolve("inner"));
        var outer = GitFixture.create(scratch.resolve("outer"))) {
      String innerCommit = inner.write("deep.h", "recorded\n").commit("Recorded");
      inner.write("deep.h", "newer\n").commit("Newer");
      String outerCommit = outer.commitSubmodule("inner", "../inner", innerCommit);
      repository.commitSubmodule("lib", scratch.resolve("outer").toString(), outerCommit);

      var clone = copy(new SourceRequest("repository", ".", "main", false), CloneLimits.DEFAULT);

      assertThat(clone.root().resolve("lib/inner/deep.h")).hasContent("recorded\n");
    }
  }

  @Test
  void saysWhichSubmoduleCannotBeReached() throws Exception {
    try (var library = GitFixture.create(scratch.resolve("library"))) {
      String known = library.write("x", "x\n").commit("Known");
      String unknown = known.replace(known.charAt(0), known.charAt(0) == '1' ? '2' : '1');
      repository.commitSubmodule("lib", "../library", unknown);

      refuses("main", ErrorCode.COMMIT_NOT_FOUND, "the submodule lib", unknown);

      repository.commitSubmodule("lib", "../nowhere", known);

      refuses("main", ErrorCode.SOURCE_NOT_FOUND, "the submodule lib", "no git repository at");
    }
  }

  @Test
  void refusesASubmoduleWithoutAUrlOrWithAForbiddenOne() throws Exception {
    String commit = "0123456789012345678901234567890123456789";
    repository.commitSubmodule("lib", "ext://sh", commit);

    refuses("main", ErrorCode.USAGE, "use https");

    repository.commitEntries(
        Map.of("lib", new Entry(FileMode.GITLINK, ObjectId.fromString(commit))));

    refuses("main", ErrorCode.SOLUTION_INVALID, "submodule lib that .gitmodules does not name");
  }

  @Test
  void refusesSubmodulesThatContainThemselves() throws Exception {
    String commit = repository.write("x", "x\n").commit("First");
    for (int i = 0; i < 12; i++) {
      commit = repository.commitSubmodule("again", "../repository", commit);
    }

    refuses("main", ErrorCode.SOLUTION_INVALID, "submodules in submodules");
  }

  @Test
  void refusesLinksThatLeadOut() throws Exception {
    repository.write("x", "x\n").link("passwd", "/etc/passwd").commit("Absolute");

    refuses("main", ErrorCode.SOLUTION_INVALID, "passwd -> /etc/passwd", "leads out");
    assertThat(namesIn(scratch.resolve("clone"))).isEmpty();
  }

  @Test
  void refusesNamesThatAreTricks() throws Exception {
    var file = new Entry(FileMode.REGULAR_FILE, repository.blob("x\n"));
    for (String name : List.of(".git", ".GIT", "..", ".", ".g\u200cit")) {
      repository.commitEntries(Map.of(name, file));

      refuses("main", ErrorCode.SOLUTION_INVALID, "not safe to write");
    }
  }

  @Test
  void writesNothingThroughALink() throws Exception {
    var outside = Files.createDirectory(scratch.resolve("outside"));
    var file = new Entry(FileMode.REGULAR_FILE, repository.blob("x\n"));
    var link = new Entry(FileMode.SYMLINK, repository.blob("../outside"));
    repository.commitEntries(Map.of("a", link, "a/file", file));

    refuses("main", ErrorCode.SOLUTION_INVALID, "a/file, which is not safe to write");
    assertThat(outside).isEmptyDirectory();
  }

  @Test
  void remarksOnPointersOfLfs() throws Exception {
    repository.write(
        "table.bin",
        "version https://git-lfs.example/spec/v1\noid sha256:%s\nsize 12345\n"
            .formatted("0".repeat(64)));
    repository.commit("A pointer");

    assertThat(copy(SourceRequest.of("repository")).remarks())
        .singleElement()
        .asString()
        .contains("git-lfs", "table.bin");
  }

  @Test
  void refusesMoreThanTheLimits() throws Exception {
    repository.write("a", "x".repeat(60)).write("b", "x".repeat(60)).commit("Two files");
    var request = SourceRequest.of("repository");

    refuses(request, new CloneLimits(DataSize.ofBytes(100), 10, 1), "is larger than 100 B");
    refuses(
        request, new CloneLimits(DataSize.ofBytes(1000), 1, 1), "more than 1 files and folders");
    assertThat(copy(request, new CloneLimits(DataSize.ofBytes(120), 2, 0)).root()).exists();
  }

  @Test
  void readsARepositoryOfAnotherUser() throws Exception {
    assumeTrue(Files.getAttribute(scratch, "unix:uid").equals(0), "only root can give files away");
    repository.write("x", "x\n").commit("First");
    try (var files = Files.walk(repository.folder())) {
      for (Path file : files.toList()) {
        Files.setAttribute(file, "unix:uid", 12345, LinkOption.NOFOLLOW_LINKS);
      }
    }

    assertThat(copy(SourceRequest.of("repository")).root().resolve("x")).exists();
  }

  @Test
  void takesNoFolderThroughALink() throws Exception {
    repository.write("real/x", "x\n").link("link", "real").commit("First");

    refuses(
        new SourceRequest("repository", "link", "main", false),
        CloneLimits.DEFAULT,
        "has no folder link at commit");
  }

  @Test
  void refusesAPathThatIsAFile() throws Exception {
    repository.write("x", "x\n").commit("First");

    refuses(
        new SourceRequest("repository", "x", null, false),
        CloneLimits.DEFAULT,
        "has no folder x at commit");
  }

  private ClonedSource copy(SourceRequest request) {
    return copy(request, CloneLimits.DEFAULT);
  }

  private ClonedSource copy(SourceRequest request, CloneLimits limits) {
    var frozen = new SourceFreezer(scratch).freeze(request);
    return new SourceCloner(limits).copy(frozen, scratch.resolve("clone"));
  }

  private void refuses(String revision, ErrorCode code, String... parts) {
    assertThatExceptionOfType(AssayException.class)
        .isThrownBy(() -> copy(new SourceRequest("repository", ".", revision, false)))
        .satisfies(failure -> assertThat(failure.code()).isEqualTo(code))
        .satisfies(failure -> assertThat(failure.getMessage()).contains(parts));
  }

  private void refuses(SourceRequest request, CloneLimits limits, String part) {
    assertThatExceptionOfType(AssayException.class)
        .isThrownBy(() -> copy(request, limits))
        .withMessageContaining(part);
  }

  private static List<String> namesIn(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
