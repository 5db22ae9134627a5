package dev.assay.cli.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.runc.NativeProgram;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The clock of the platform and its database is an hour off, and leaps while jobs are measured.
@Tag("soak")
class ClockLeapIT {
  private static final String USUAL = "SHIFT_SECONDS = 403 * 86400 + 11 * 3600";
  private static final String ADDED = "now->tv_sec += SHIFT_SECONDS";

  private PlatformFixture platform;
  private Path ahead;
  private Books books;

  @BeforeEach
  void open() throws Exception {
    platform = PlatformFixture.open();
    ahead = platform.folder().resolve("ahead");
    Path library = library();
    platform.environment("LD_PRELOAD", library.toString());
    platform.environment("PATH", preloading(library) + ":" + System.getenv("PATH"));
    platform.serve();
    platform.publish();
    books = new Books(platform);
  }

  @AfterEach
  void close() throws Exception {
    if (platform != null) {
      platform.close();
    }
  }

  /// An hour ahead as long as the file `ahead` is there.
  private Path library() throws IOException, InterruptedException {
    Path source = platform.folder().resolve("clock.c");
    Files.writeString(
        source,
        usualSource()
            .replace(USUAL, "SHIFT_SECONDS = 3600")
            .replace(
                ADDED,
                "now->tv_sec += access(\"%s\", F_OK) == 0 ? SHIFT_SECONDS : 0".formatted(ahead)));
    Path library = platform.folder().resolve("clock.so");
    int code =
        new ProcessBuilder("cc", "-shared", "-fPIC", "-o", library.toString(), source.toString())
            .inheritIO()
            .start()
            .waitFor();
    assertThat(code).isZero();
    return library;
  }

  /// The database sees nothing of the platform's environment but `PATH`, and is started by
  /// `setsid`.
  private Path preloading(Path library) throws IOException {
    Path folder = Files.createDirectories(platform.folder().resolve("programs"));
    Path program =
        Files.writeString(
            folder.resolve("setsid"),
            "#!/bin/sh\nLD_PRELOAD=%s exec /usr/bin/setsid \"$@\"\n".formatted(library));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    return folder;
  }

  private static String usualSource() throws IOException {
    try (InputStream stream = NativeProgram.class.getResourceAsStream("clock-shift.c")) {
      String source =
          new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
      assertThat(source).contains(USUAL, ADDED);
      return source;
    }
  }

  @Test
  void leapsAnHourAheadAndBackAmongTheCases() throws Exception {
    RunnerProcess runner = platform.runner("first");
    String job = platform.submit(4);
    platform.awaitCases(job, 1);
    Files.createFile(ahead);
    platform.await("the database is ahead", () -> secondsAhead() > 3000);
    platform.awaitCases(job, 5);
    Files.delete(ahead);

    books.requireEnded(job, "finished");
    assertThat(platform.store().count("select attempt from job where id = ?", job))
        .as("the lease held")
        .isEqualTo(1);

    Files.createFile(ahead);
    runner.killAndStart();
    String second = platform.submit(1);
    books.requireEnded(second, "finished");
    assertThat(Files.readString(runner.log())).contains("clock");
  }

  private long secondsAhead() throws Exception {
    return platform.store().count("select extract(epoch from clock_timestamp())::bigint")
        - System.currentTimeMillis() / 1000;
  }
}
