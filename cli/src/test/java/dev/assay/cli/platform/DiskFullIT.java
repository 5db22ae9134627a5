package dev.assay.cli.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The disk of either side is full for a while.
@Tag("soak")
class DiskFullIT {
  private PlatformFixture platform;
  private Books books;

  @BeforeEach
  void open() throws Exception {
    platform = PlatformFixture.open();
    books = new Books(platform);
  }

  @AfterEach
  void close() throws Exception {
    if (platform != null) {
      platform.close();
    }
  }

  @Test
  void thePlatformsAmongTheCases() throws Exception {
    platform.mount(platform.home(), "700m");
    platform.serve();
    platform.publish();
    platform.runner("first");
    String job = platform.submit(2);
    platform.awaitCases(job, 1);
    fill(platform.home());
    RunnerProcess runner = platform.runners().getFirst();
    platform.await("the run is closed", () -> runner.ledger().isClosed(job + "-1"));
    Files.delete(platform.home().resolve("ballast"));

    books.requireEnded(job, "finished");
  }

  @Test
  void theRunnersAmongTheCases() throws Exception {
    platform.serve();
    platform.publish();
    Path home = platform.folder().resolve("home-first");
    platform.mount(home, "6g");
    RunnerProcess runner = platform.runner("first");
    String job = platform.submit(4);
    platform.awaitCases(job, 2);
    fill(home);
    platform.await(
        "the run came to nothing",
        () -> platform.store().count("select count(*) from attempt where outcome is not null") > 0);
    Files.delete(home.resolve("ballast"));

    books.requireEnded(job, "finished");
    assertThat(runner.isAlive()).isTrue();
  }

  /// Until there is no room for a byte more.
  private static void fill(Path folder) {
    byte[] block = new byte[1 << 20];
    try (OutputStream out = Files.newOutputStream(folder.resolve("ballast"))) {
      while (true) {
        out.write(block);
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("No space left");
    }
  }
}
