package dev.assay.bundle.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import dev.assay.bundle.hash.ContentHash;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.unit.DataSize;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Random;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArchiveTest {
  @TempDir private Path folder;
  private Path bundle;
  private Path archive;
  private Path target;

  @BeforeEach
  void write() throws IOException {
    bundle = folder.resolve("bundle");
    archive = folder.resolve("archive.tar.zst");
    target = folder.resolve("target");
    file("bundle.toml", "[bundle]\n");
    file("bundle.py", "print()\n");
    Files.setPosixFilePermissions(
        bundle.resolve("bundle.py"), PosixFilePermissions.fromString("rwx------"));
    file("data/größe/" + "x".repeat(120) + ".bin", "1");
    file("README.md", "not covered");
    file("solutions/one/solution.toml", "not covered");
  }

  private void file(String path, String content) throws IOException {
    Path file = bundle.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  @Test
  void keepsTheContentHashOfABundle() {
    ArchiveWriter.writeBundle(bundle, archive);

    unpack(ArchiveLimits.BUNDLE);

    assertThat(ContentHash.ofBundle(target)).isEqualTo(ContentHash.ofBundle(bundle));
    assertThat(target.resolve("README.md")).doesNotExist();
    assertThat(target.resolve("solutions")).doesNotExist();
  }

  @Test
  void givesTheSameBytesForTheSameFiles() throws IOException {
    ArchiveWriter.writeBundle(bundle, archive);
    byte[] first = Files.readAllBytes(archive);

    Files.setLastModifiedTime(bundle.resolve("bundle.toml"), FileTime.fromMillis(1_000_000));
    ArchiveWriter.writeBundle(bundle, archive);

    assertThat(Files.readAllBytes(archive)).isEqualTo(first);
  }

  @ParameterizedTest
  @ValueSource(strings = {"../evil", "/evil", "a/../../evil", "a//b", "./a", "a/./b", "..", "a/.."})
  void refusesPathsThatLeadElsewhere(String name) throws IOException {
    tar(entry(name, TarConstants.LF_NORMAL, ""), "x");

    assertRefused(ErrorCode.BUNDLE_INVALID);
    assertThat(folder.resolve("evil")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      bytes = {
        TarConstants.LF_SYMLINK,
        TarConstants.LF_LINK,
        TarConstants.LF_CHR,
        TarConstants.LF_BLK,
        TarConstants.LF_FIFO
      })
  void refusesWhatIsNeitherFileNorFolder(byte kind) throws IOException {
    tar(entry("odd", kind, "/etc/passwd"), "");

    assertRefused(ErrorCode.BUNDLE_INVALID);
    assertThat(target.resolve("odd")).doesNotExist();
  }

  @Test
  void refusesTheSamePathTwice() throws IOException {
    try (var tar = tar()) {
      for (int i = 0; i < 2; i++) {
        put(tar, entry("twice", TarConstants.LF_NORMAL, ""), "x");
      }
    }

    assertRefused(ErrorCode.BUNDLE_INVALID);
  }

  @Test
  void refusesABomb() throws IOException {
    tar(entry("zeros", TarConstants.LF_NORMAL, ""), "0".repeat(8 << 20));

    assertThat(Files.size(archive)).isLessThan(10_000);
    assertThatThrownBy(() -> unpack(new ArchiveLimits(DataSize.ofMebibytes(1), 10)))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_LARGE));
    assertThat(target.resolve("zeros").toFile().length()).isLessThan(2 << 20);
  }

  @Test
  void refusesTooManyEntries() throws IOException {
    try (var tar = tar()) {
      for (int i = 0; i < 11; i++) {
        put(tar, entry("file" + i, TarConstants.LF_NORMAL, ""), "");
      }
    }

    assertThatThrownBy(() -> unpack(new ArchiveLimits(DataSize.ofMebibytes(1), 10)))
        .hasMessage("the archive holds more than 10 files and folders");
  }

  @Test
  void refusesTruncatedArchives() throws IOException {
    file("noise.bin", new Random(1).ints(20_000).mapToObj(Integer::toString).toList().toString());
    ArchiveWriter.writeBundle(bundle, archive);
    byte[] whole = Files.readAllBytes(archive);

    for (int length : new int[] {0, 3, 40, whole.length / 2, whole.length - 1}) {
      Files.write(archive, Arrays.copyOf(whole, length));
      if (length == 0) {
        continue;
      }
      target = folder.resolve("target" + length);
      assertRefused(ErrorCode.BUNDLE_INVALID);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void refusesFlippedBits(long seed) throws IOException {
    ArchiveWriter.writeBundle(bundle, archive);
    byte[] bytes = Files.readAllBytes(archive);
    var random = new Random(seed);
    bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    Files.write(archive, bytes);

    assertRefused(ErrorCode.BUNDLE_INVALID);
  }

  private void assertRefused(ErrorCode code) {
    assertThatThrownBy(() -> unpack(ArchiveLimits.BUNDLE))
        .isInstanceOfSatisfying(AssayException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private void unpack(ArchiveLimits limits) {
    ArchiveReader.unpack(archive, target, limits, ErrorCode.BUNDLE_INVALID);
  }

  private static TarArchiveEntry entry(String name, byte kind, String link) {
    var entry = new TarArchiveEntry(name, kind, true);
    entry.setLinkName(link);
    return entry;
  }

  private TarArchiveOutputStream tar() throws IOException {
    return new TarArchiveOutputStream(new ZstdOutputStream(Files.newOutputStream(archive)));
  }

  private void tar(TarArchiveEntry entry, String content) throws IOException {
    try (var tar = tar()) {
      put(tar, entry, content);
    }
  }

  private static void put(TarArchiveOutputStream tar, TarArchiveEntry entry, String content)
      throws IOException {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    entry.setSize(bytes.length);
    tar.putArchiveEntry(entry);
    tar.write(bytes);
    tar.closeArchiveEntry();
  }
}
