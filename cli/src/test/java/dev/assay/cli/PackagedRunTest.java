package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackagedRunTest {
  @TempDir Path folder;

  /// Writes the entries of a package.
  private interface Entries {
    void write(TarArchiveOutputStream tar) throws IOException;
  }

  private Path archive(Entries entries) throws IOException {
    Path file = folder.resolve("package.tar.zst");
    try (var tar =
        new TarArchiveOutputStream(new ZstdOutputStream(Files.newOutputStream(file)), "UTF-8")) {
      entries.write(tar);
    }
    return file;
  }

  private static void add(TarArchiveOutputStream tar, String name) throws IOException {
    add(tar, name, TarConstants.LF_NORMAL, "{}");
  }

  private static void add(TarArchiveOutputStream tar, String name, byte kind, String text)
      throws IOException {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    var entry = new TarArchiveEntry(name, kind, true);
    entry.setSize(content.length);
    tar.putArchiveEntry(entry);
    tar.write(content);
    tar.closeArchiveEntry();
  }

  private static void addOfKind(TarArchiveOutputStream tar, byte kind) throws IOException {
    var entry = new TarArchiveEntry("r/odd", kind);
    entry.setLinkName("/etc/passwd");
    tar.putArchiveEntry(entry);
    tar.closeArchiveEntry();
  }

  private static void assertRefused(Path file) {
    assertThatThrownBy(() -> PackagedRun.unpack(file).close())
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RUN_INVALID));
  }

  @Test
  void unpacksARunsFolderAndTakesItAway() throws IOException {
    Path file =
        archive(tar -> {
          add(tar, "r1/run.json");
          add(tar, "r1/bundle/bundle.toml");
        });
    Path run;
    try (var unpacked = PackagedRun.unpack(file)) {
      run = Path.of(unpacked.run());
      assertThat(run.resolve("run.json")).hasContent("{}");
      assertThat(run.resolve("bundle/bundle.toml")).exists();
    }

    assertThat(run).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"../x", "r/../../x", "/tmp/assay-hostile", ".", "r/.."})
  void refusesPathsThatLeadOutOfIt(String name) throws IOException {
    assertRefused(archive(tar -> add(tar, name)));
  }

  @Test
  void refusesLinksDevicesAndPipes() throws IOException {
    for (byte kind :
        new byte[] {
          TarConstants.LF_SYMLINK,
          TarConstants.LF_LINK,
          TarConstants.LF_CHR,
          TarConstants.LF_BLK,
          TarConstants.LF_FIFO
        }) {
      assertRefused(archive(tar -> addOfKind(tar, kind)));
    }
  }

  /// GNU tar says beside the size in the archive how many bytes the file really has.
  @Test
  void refusesSparseFiles() throws IOException {
    assertRefused(
        archive(tar -> {
          var pax = new StringBuilder();
          for (String record :
              new String[] {
                "GNU.sparse.major=1",
                "GNU.sparse.minor=0",
                "GNU.sparse.name=r/hole",
                "GNU.sparse.realsize=" + (1L << 40)
              }) {
            // A record begins with its length, which here always has two digits.
            pax.append(record.length() + 4).append(' ').append(record).append('\n');
          }
          add(tar, "x", TarConstants.LF_PAX_EXTENDED_HEADER_LC, pax.toString());
          add(tar, "r/hole", TarConstants.LF_NORMAL, "1\n0\n0\n" + "\0".repeat(506));
        }));
  }

  @Test
  void refusesAFileThatPromisesMoreThanIsThere() throws IOException {
    Path file = folder.resolve("big.tar.zst");
    var entry = new TarArchiveEntry("r/big", true);
    entry.setSize(5L << 30);
    byte[] header = new byte[512];
    entry.writeEntryHeader(header);
    try (var out = new ZstdOutputStream(Files.newOutputStream(file))) {
      out.write(header);
    }

    assertRefused(file);
  }

  @Test
  void refusesWhatIsNoArchive() throws IOException {
    assertRefused(Files.writeString(folder.resolve("x.tar.zst"), "no archive"));
  }

  @Test
  void refusesAnArchiveThatBreaksOff() throws IOException {
    Path file = archive(tar -> add(tar, "r/run.json"));
    byte[] whole = Files.readAllBytes(file);
    assertRefused(Files.write(file, java.util.Arrays.copyOf(whole, whole.length / 2)));
  }
}
