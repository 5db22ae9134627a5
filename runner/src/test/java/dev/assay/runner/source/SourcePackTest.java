package dev.assay.runner.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.unit.DataSize;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.zip.DeflaterOutputStream;
import org.eclipse.jgit.lib.FileMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourcePackTest {
  private static final String NAME = "https://git.example.org/somebody/fast.git";

  @TempDir private Path folder;
  private GitFixture repository;
  private Path pack;
  private String commit;
  private int readings;

  @BeforeEach
  void commit() throws Exception {
    repository = GitFixture.create(folder.resolve("repository"));
    repository.write("old.txt", "history").commit("First");
    Files.delete(repository.folder().resolve("old.txt"));
    repository
        .write("solution.toml", "[solution]\n")
        .write("src/deep/main.c", "int main;\n")
        .executable("build.sh", "#!/bin/sh\n")
        .link("link", "src/deep/main.c");
    commit = repository.commit("Second");
    pack = folder.resolve("source.pack");
  }

  @AfterEach
  void close() {
    repository.close();
  }

  @Test
  void carriesTheFilesOfACommitAndNoHistory() throws Exception {
    write(PackLimits.DEFAULT);

    var source = read(commit);

    assertThat(source.repository()).isEqualTo(NAME);
    Path copy = folder.resolve("copy");
    new SourceCloner(CloneLimits.DEFAULT).copy(source, copy);
    assertThat(copy.resolve("src/deep/main.c")).hasContent("int main;\n");
    assertThat(copy.resolve("build.sh")).isExecutable();
    assertThat(Files.readSymbolicLink(copy.resolve("link"))).hasToString("src/deep/main.c");
    assertThat(copy.resolve("old.txt")).doesNotExist();
    assertThat(ByteBuffer.wrap(Files.readAllBytes(pack)).getInt(8)).isEqualTo(1 + 3 + 4);
  }

  @Test
  void carriesAPackAgain() throws Exception {
    write(PackLimits.DEFAULT);
    var source = read(commit);
    Path again = folder.resolve("again.pack");

    new SourcePack(PackLimits.DEFAULT).write(source, again);

    assertThat(again).hasSize(Files.size(pack));
  }

  @Test
  void refusesAnotherCommit() throws Exception {
    write(PackLimits.DEFAULT);

    assertRefused("0".repeat(39) + "1", ErrorCode.COMMIT_NOT_FOUND);
    assertRefused("main", ErrorCode.COMMIT_NOT_FOUND);
  }

  @Test
  void refusesSubmodulesOnBothSides() throws Exception {
    commit = repository.commitSubmodule("lib", "../lib", "1".repeat(40));

    assertThatThrownBy(() -> write(PackLimits.DEFAULT))
        .hasMessageContaining("a pack carries the commit of one repository only");

    var reading =
        rawPack(
            new Part(
                1,
                repository
                    .git()
                    .getRepository()
                    .open(org.eclipse.jgit.lib.ObjectId.fromString(commit))
                    .getBytes()),
            new Part(2, treeOf(commit)),
            new Part(
                3,
                "[submodule \"lib\"]\n\tpath = lib\n\turl = ../lib\n"
                    .getBytes(StandardCharsets.UTF_8)));
    Files.write(pack, reading);
    var source = read(commit);
    assertThatThrownBy(
            () -> new SourceCloner(CloneLimits.DEFAULT).copy(source, folder.resolve("copy")))
        .hasMessageContaining("has a submodule lib, and a pack carries");
  }

  @Test
  void refusesAPackWithoutAFileOfItsCommit() throws Exception {
    Files.write(
        pack,
        rawPack(
            new Part(
                1,
                repository
                    .git()
                    .getRepository()
                    .open(org.eclipse.jgit.lib.ObjectId.fromString(commit))
                    .getBytes()),
            new Part(2, treeOf(commit))));

    var source = read(commit);
    assertThatThrownBy(
            () -> new SourceCloner(CloneLimits.DEFAULT).copy(source, folder.resolve("copy")))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.COMMIT_NOT_FOUND));
  }

  @Test
  void refusesEveryTruncation() throws Exception {
    write(PackLimits.DEFAULT);
    byte[] whole = Files.readAllBytes(pack);

    for (int length = 0; length < whole.length; length += 7) {
      Files.write(pack, Arrays.copyOf(whole, length));
      assertRefused(commit, ErrorCode.SOLUTION_INVALID);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void refusesFlippedBits(long seed) throws Exception {
    write(PackLimits.DEFAULT);
    byte[] bytes = Files.readAllBytes(pack);
    var random = new Random(seed);
    bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    Files.write(pack, bytes);

    assertThatThrownBy(() -> read(commit)).isInstanceOf(AssayException.class);
  }

  @Test
  void refusesWhatFollowsThePack() throws Exception {
    write(PackLimits.DEFAULT);
    byte[] bytes = Files.readAllBytes(pack);
    Files.write(pack, Arrays.copyOf(bytes, bytes.length + 5));

    assertRefused(commit, ErrorCode.SOLUTION_INVALID);
  }

  @Test
  void refusesWhatIsLargerThanItsLimits() throws Exception {
    repository.write("zeros.txt", "0".repeat(1 << 20));
    commit = repository.commit("Zeros");
    write(PackLimits.DEFAULT);

    assertRefused(limits(1 << 10, 100, 1 << 22, 1 << 22), ErrorCode.TOO_LARGE);
    assertRefused(limits(1 << 20, 3, 1 << 22, 1 << 22), ErrorCode.TOO_LARGE);
    assertRefused(limits(1 << 20, 100, 1 << 19, 1 << 22), ErrorCode.TOO_LARGE);
    assertRefused(limits(1 << 20, 100, 1 << 20, 1 << 20), ErrorCode.TOO_LARGE);
  }

  @Test
  void refusesToPackWhatIsLargerThanItsLimits() throws Exception {
    repository.write("zeros.txt", "0".repeat(1 << 20));
    commit = repository.commit("Zeros");

    assertThatThrownBy(() -> write(limits(1 << 20, 100, 1 << 19, 1 << 22)))
        .hasMessageContaining("keep large files out of the repository");
  }

  @Test
  void refusesAnObjectThatUnpacksToMoreThanItSays() throws Exception {
    Files.write(pack, rawPack(new Part(3, new byte[100], 10), new Part(1, new byte[1])));

    assertThatThrownBy(() -> read(commit)).hasMessageContaining("larger than it says");
  }

  @Test
  void refusesDeltasTagsAndASecondCommit() throws Exception {
    Files.write(pack, rawPack(new Part(7, new byte[100])));
    assertThatThrownBy(() -> read(commit)).hasMessageContaining("an object of kind 7");

    Files.write(pack, rawPack(new Part(4, new byte[100])));
    assertThatThrownBy(() -> read(commit)).hasMessageContaining("an object of kind 4");

    Files.write(pack, rawPack(new Part(1, new byte[100]), new Part(1, new byte[50])));
    assertThatThrownBy(() -> read(commit)).hasMessageContaining("holds 2 commits");
  }

  @Test
  void refusesATreeThatIsMadeOfItselfManyTimes() throws Exception {
    var tree =
        repository.tree(
            Map.of("f", new GitFixture.Entry(FileMode.REGULAR_FILE, repository.blob("x"))));
    for (int depth = 0; depth < 9; depth++) {
      var entries = new java.util.TreeMap<String, GitFixture.Entry>();
      for (int i = 0; i < 10; i++) {
        entries.put("d" + i, new GitFixture.Entry(FileMode.TREE, tree));
      }
      tree = repository.tree(entries);
    }
    commit = repository.commitEntries(Map.of("bomb", new GitFixture.Entry(FileMode.TREE, tree)));
    Files.write(
        pack,
        rawPack(
            new Part(
                1,
                repository
                    .git()
                    .getRepository()
                    .open(org.eclipse.jgit.lib.ObjectId.fromString(commit))
                    .getBytes()),
            new Part(2, treeOf(commit))));

    var source = read(commit);

    assertThatThrownBy(() ->
            new SourceCloner(new CloneLimits(DataSize.ofMebibytes(1), 100, 0))
                .copy(source, folder.resolve("copy")))
        .isInstanceOf(AssayException.class);
  }

  private byte[] treeOf(String id) throws IOException {
    var git = repository.git().getRepository();
    try (var walk = new org.eclipse.jgit.revwalk.RevWalk(git)) {
      return git.open(walk.parseCommit(org.eclipse.jgit.lib.ObjectId.fromString(id)).getTree())
          .getBytes();
    }
  }

  private void write(PackLimits limits) {
    var source =
        new SourceFreezer(folder)
            .freeze(new SourceRequest(repository.folder().toString(), ".", commit, false));
    new SourcePack(limits).write((FrozenSource.AtCommit) source, pack);
  }

  private FrozenSource.AtCommit read(String wanted) {
    return read(wanted, PackLimits.DEFAULT);
  }

  private FrozenSource.AtCommit read(String wanted, PackLimits limits) {
    return new SourcePack(limits).read(pack, folder.resolve("git" + readings++), NAME, wanted, ".");
  }

  private void assertRefused(String wanted, ErrorCode code) {
    assertThatThrownBy(() -> read(wanted))
        .isInstanceOfSatisfying(AssayException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private void assertRefused(PackLimits limits, ErrorCode code) {
    assertThatThrownBy(() -> read(commit, limits))
        .isInstanceOfSatisfying(AssayException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private static PackLimits limits(long pack, int objects, long object, long unpacked) {
    return new PackLimits(
        DataSize.ofBytes(pack), objects, DataSize.ofBytes(object), DataSize.ofBytes(unpacked));
  }

  /// An object as it is claimed to be.
  @SuppressWarnings("ArrayRecordComponent") // read once, never compared
  private record Part(int type, byte[] content, int claimed) {
    Part(int type, byte[] content) {
      this(type, content, content.length);
    }
  }

  private static byte[] rawPack(Part... parts) throws Exception {
    var out = new ByteArrayOutputStream();
    out.write(
        ByteBuffer.allocate(12)
            .put("PACK".getBytes(StandardCharsets.US_ASCII))
            .putInt(2)
            .putInt(parts.length)
            .array());
    for (Part part : parts) {
      int size = part.claimed();
      int first = (part.type() << 4) | (size & 15);
      size >>= 4;
      while (size > 0) {
        out.write(first | 0x80);
        first = size & 0x7f;
        size >>= 7;
      }
      out.write(first);
      try (var deflater =
          new DeflaterOutputStream(
              new java.io.FilterOutputStream(out) {
                @Override
                public void close() {}
              })) {
        deflater.write(part.content());
      }
    }
    out.write(MessageDigest.getInstance("SHA-1").digest(out.toByteArray()));
    return out.toByteArray();
  }
}
