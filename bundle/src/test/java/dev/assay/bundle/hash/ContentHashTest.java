package dev.assay.bundle.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContentHashTest {
  @TempDir Path folder;

  private void write(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(folder.resolve(name + "/..").normalize());
    Files.writeString(file, content);
  }

  private static String sha256(String text) throws Exception {
    return HexFormat.of()
        .formatHex(
            MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void hashesLinesOfPathRightAndContentInByteOrder() throws Exception {
    write("b/c", "two");
    write("b-", "one");
    write("a", "");
    Files.setPosixFilePermissions(
        folder.resolve("a"), PosixFilePermissions.fromString("rwxr--r--"));

    String hash = ContentHash.ofBundle(folder);

    assertThat(hash)
        .isEqualTo(
            sha256(
                "a\0x\0%s\nb-\0-\0%s\nb/c\0-\0%s\n"
                    .formatted(sha256(""), sha256("one"), sha256("two"))));
  }

  @Test
  void givesTheValueThatOtherToolsGive() throws Exception {
    write("bundle.toml", "name\n");

    assertThat(ContentHash.ofBundle(folder))
        .isEqualTo("141642086cdba8716a233d8282d8d99bc597ca4a82989e16cfd62311d6a2f8eb");
  }

  @Test
  void leavesOutWhatCannotChangeANumber() throws Exception {
    write("bundle.toml", "x");
    write("data/README.md", "covered: not at the top");
    String before = ContentHash.ofBundle(folder);
    write("README.md", "r");
    write("LICENSE", "l");
    write("docs/a", "d");
    write("solutions/x/solution.toml", "s");
    Files.createSymbolicLink(folder.resolve("solutions/link"), Path.of("x"));
    write(".git/HEAD", "g");
    write("data/__pycache__/a.pyc", "p");
    Files.createDirectories(folder.resolve("empty"));
    Files.setLastModifiedTime(folder.resolve("bundle.toml"), FileTime.fromMillis(1));

    assertThat(ContentHash.ofBundle(folder)).isEqualTo(before);
    write("data/README.md", "changed");
    assertThat(ContentHash.ofBundle(folder)).isNotEqualTo(before);
  }

  @Test
  void refusesLinksAndSpecialFilesByPath() throws Exception {
    write("data/a", "x");
    Path link = folder.resolve("data/link");
    Files.createSymbolicLink(link, Path.of("a"));

    assertThatThrownBy(() -> ContentHash.ofBundle(folder))
        .isInstanceOf(AssayException.class)
        .hasMessage(
            link
                + " is a symbolic link; a folder that is known by its content holds regular files"
                + " only. Remove it or put a file in its place.")
        .extracting("code")
        .isEqualTo(ErrorCode.BUNDLE_INVALID);

    Files.delete(link);
    Path socket = folder.resolve("socket");
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      assertThatThrownBy(() -> ContentHash.ofBundle(folder))
          .hasMessageStartingWith(socket + " is a special file;");
    }
  }

  @Test
  void copiesWhatItCovers() throws Exception {
    write("bundle.toml", "x");
    write("data/deep/a", "y");
    write("run.sh", "z");
    Files.setPosixFilePermissions(
        folder.resolve("run.sh"), PosixFilePermissions.fromString("rwx------"));
    write("solutions/s", "no");
    Path copy = folder.resolveSibling(folder.getFileName() + "-copy");

    BundleFiles.copy(folder, copy);

    assertThat(ContentHash.ofFolder(copy, path -> false)).isEqualTo(ContentHash.ofBundle(folder));
    assertThat(copy.resolve("solutions")).doesNotExist();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy.resolve("run.sh"))))
        .isEqualTo("rwxr-xr-x");
  }
}
