package dev.assay.cli.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import dev.assay.bundle.archive.ArchiveWriter;
import dev.assay.bundle.hash.ContentHash;
import dev.assay.bundle.manifest.BundleManifest;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BundleArchiveReaderTest {
  private static final Path EXAMPLES = Path.of("../examples/bundles");
  private static final String MANIFEST = "bundle.toml";

  @TempDir private Path folder;

  static List<Path> bundles() throws IOException {
    try (Stream<Path> all = Files.list(EXAMPLES)) {
      return all.filter(one -> Files.exists(one.resolve(MANIFEST))).sorted().toList();
    }
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    try (Stream<Path> left = Files.list(work())) {
      assertThat(left).isEmpty();
    }
  }

  private Path work() throws IOException {
    return Files.createDirectories(folder.resolve("work"));
  }

  private BundleArchiveReader reader() throws IOException {
    return new BundleArchiveReader(work(), 1 << 20);
  }

  private interface Content {
    void write(TarArchiveOutputStream tar) throws IOException;
  }

  private Path archive(Content content) throws IOException {
    Path archive = folder.resolve("a.tar.zst");
    try (var compressed = new ZstdOutputStream(Files.newOutputStream(archive));
        var tar = new TarArchiveOutputStream(compressed, "UTF-8")) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      content.write(tar);
    }
    return archive;
  }

  private static void file(TarArchiveOutputStream tar, String name, byte[] content)
      throws IOException {
    var entry = new TarArchiveEntry(name, true);
    entry.setSize(content.length);
    tar.putArchiveEntry(entry);
    tar.write(content);
    tar.closeArchiveEntry();
  }

  private static void special(TarArchiveOutputStream tar, String name, byte kind, String target)
      throws IOException {
    var entry = new TarArchiveEntry(name, kind);
    entry.setLinkName(target);
    tar.putArchiveEntry(entry);
    tar.closeArchiveEntry();
  }

  private void assertRefused(Path archive, ErrorCode code) throws IOException {
    BundleArchiveReader reader = reader();
    assertThatThrownBy(() -> reader.read(archive))
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.getMessage()).doesNotContain(folder.toString());
            });
  }

  @ParameterizedTest
  @MethodSource("bundles")
  void findsTheManifestAndHashThatTheHostHas(Path bundle) throws IOException {
    Path archive = folder.resolve("bundle.tar.zst");
    ArchiveWriter.writeBundle(bundle, archive);

    var read = new BundleArchiveReader(work(), 256 << 20).read(archive);

    assertThat(read.spec()).isEqualTo(BundleManifest.read(bundle));
    assertThat(read.hash()).isEqualTo(ContentHash.ofBundle(bundle));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../bundle.toml",
        "a/../../bundle.toml",
        "/etc/cron.d/x",
        "a//b",
        "./bundle.toml",
        "a/./b",
        ".."
      })
  void refusesPathsThatLeadOut(String name) throws IOException {
    assertRefused(archive(tar -> file(tar, name, new byte[] {1})), ErrorCode.BUNDLE_INVALID);
    assertThat(folder.resolve(MANIFEST)).doesNotExist();
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
  void refusesLinksAndDevices(byte kind) throws IOException {
    assertRefused(
        archive(tar -> special(tar, "bundle.py", kind, "/etc/passwd")), ErrorCode.BUNDLE_INVALID);
  }

  @Test
  void writesThroughNoLink() throws IOException {
    assertRefused(
        archive(tar -> {
          special(tar, "out", TarConstants.LF_SYMLINK, folder.toString());
          file(tar, "out/pwned", new byte[] {1});
        }),
        ErrorCode.BUNDLE_INVALID);
    assertThat(folder.resolve("pwned")).doesNotExist();
  }

  @Test
  void refusesBombs() throws IOException {
    Path archive =
        archive(tar -> {
          for (int i = 0; i < 200; i++) {
            file(tar, "zeros" + i, new byte[1 << 20]);
          }
        });

    assertThat(Files.size(archive)).isLessThan(1 << 20);
    assertRefused(archive, ErrorCode.TOO_LARGE);
  }

  @Test
  void refusesMoreFilesThanAreRead() throws IOException {
    assertRefused(
        archive(tar -> {
          for (int i = 0; i < 20_001; i++) {
            file(tar, "f" + i, new byte[0]);
          }
        }),
        ErrorCode.TOO_LARGE);
  }

  @Test
  void refusesTheSameFileTwice() throws IOException {
    assertRefused(
        archive(tar -> {
          file(tar, MANIFEST, new byte[] {1});
          file(tar, MANIFEST, new byte[] {2});
        }),
        ErrorCode.BUNDLE_INVALID);
  }

  @Test
  void refusesWhatIsNoArchiveAndWhatHasNoManifest() throws IOException {
    Path text = folder.resolve("text");
    Files.writeString(text, "x".repeat(10_000));

    assertRefused(text, ErrorCode.BUNDLE_INVALID);
    assertRefused(archive(tar -> {}), ErrorCode.BUNDLE_INVALID);
    assertRefused(
        archive(tar ->
            file(
                tar, MANIFEST, "[bundle]\nname = \"<script>\"\n".getBytes(StandardCharsets.UTF_8))),
        ErrorCode.BUNDLE_INVALID);
  }
}
