package dev.assay.sandbox.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AptSourcesTest {
  @TempDir private Path root;
  private final String key = "/usr/share/keyrings/debian-archive-keyring.gpg";

  @BeforeEach
  void makeFolder() throws IOException {
    Files.createDirectories(root.resolve("etc/apt/sources.list.d"));
  }

  @Test
  void readsTheNewFormOfThisSuiteAlone() throws IOException {
    write(
        "sources.list.d/debian.sources",
        """
        # comment
        Types: deb deb-src
        URIs: http://mirror.example/debian
        Suites: bookworm bookworm-updates
          bookworm-backports
        Components: main contrib
        Signed-By: %1$s

        Types: deb
        URIs: http://mirror.example/security
        Suites: bookworm-security
        Components: main
        Signed-By: %1$s

        Enabled: no
        Types: deb
        URIs: http://off.example/debian
        Suites: bookworm
        Components: main
        """
            .formatted(key));
    write(
        "sources.list.d/other.sources",
        "Types: deb\nURIs: https://other.example/\nSuites: bookworm\nComponents: stable\n");

    assertThat(new AptSources(root).of("bookworm"))
        .containsExactly(
            "deb [signed-by=%s] http://mirror.example/debian bookworm main".formatted(key),
            "deb [signed-by=%s] http://mirror.example/debian bookworm-updates main".formatted(key),
            "deb [signed-by=%s] http://mirror.example/security bookworm-security main"
                .formatted(key));
    assertThat(new AptSources(root).of("trixie")).isEmpty();
  }

  @Test
  void readsTheOldFormAndLeavesThirdPartiesOut() throws IOException {
    write(
        "sources.list",
        """
        deb http://mirror.example/debian bookworm main contrib # near
        deb-src http://mirror.example/debian bookworm main
        # deb http://off.example/debian bookworm main
        deb cdrom:[Debian 12]/ bookworm main
        """);
    write(
        "sources.list.d/x.list",
        "deb [arch=amd64 signed-by=/etc/apt/keyrings/x.gpg] https://x.example bookworm main\n");

    assertThat(new AptSources(root).of("bookworm"))
        .containsExactly("deb http://mirror.example/debian bookworm main");
  }

  @Test
  void hasNoneOnAHostWithoutApt() {
    assertThat(new AptSources(root.resolve("nothing")).of("bookworm")).isEmpty();
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(root.resolve("etc/apt").resolve(name), text);
  }
}
