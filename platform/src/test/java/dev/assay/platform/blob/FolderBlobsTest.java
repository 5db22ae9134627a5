package dev.assay.platform.blob;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FolderBlobsTest {
  private static final byte[] HELLO = "hello\n".getBytes(UTF_8);
  private static final String HELLO_HASH =
      "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03";
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  @TempDir private Path folder;
  private FolderBlobs blobs;

  @BeforeEach
  void open() {
    blobs = FolderBlobs.open(folder.resolve("blobs"), InstantSource.fixed(NOW));
  }

  @Test
  void givesBackWhatItWasGiven() throws IOException {
    assertThat(blobs.store(HELLO_HASH, new ByteArrayInputStream(HELLO))).isEqualTo(HELLO.length);

    try (InputStream content = blobs.open(HELLO_HASH)) {
      assertThat(content.readAllBytes()).isEqualTo(HELLO);
    }
    assertThat(blobs.findSize(HELLO_HASH)).hasValue(HELLO.length);
    assertThat(blobs.use()).isEqualTo(new FolderBlobs.Use(1, HELLO.length));
  }

  @Test
  void tellsTheHashOfBytesAndStoresThemOnce() {
    assertThat(blobs.store(HELLO)).isEqualTo(HELLO_HASH);
    assertThat(blobs.store(HELLO)).isEqualTo(HELLO_HASH);

    assertThat(blobs.use().count()).isEqualTo(1);
  }

  @Test
  void liesShardedAndReadOnly() throws IOException {
    blobs.store(HELLO);

    Path file = folder.resolve("blobs/58/91").resolve(HELLO_HASH);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("r--------");
  }

  @Test
  void storesNothingWhenTheHashIsAnother() throws IOException {
    String other = HELLO_HASH.replace('5', '6');

    assertThatThrownBy(() -> blobs.store(other, new ByteArrayInputStream(HELLO)))
        .hasMessageContaining(HELLO_HASH)
        .extracting(e -> ((AssayException) e).code())
        .isEqualTo(ErrorCode.REQUEST_INVALID);

    assertThat(blobs.findSize(other)).isEmpty();
    assertThat(blobs.isEmpty()).isTrue();
    assertThat(unfinished()).isZero();
  }

  @Test
  void storesNothingWhenTheSenderBreaksOff() throws IOException {
    var broken =
        new FilterInputStream(new ByteArrayInputStream(HELLO)) {
          @Override
          public int read(byte[] buffer, int offset, int length) throws IOException {
            if (available() < HELLO.length) {
              throw new IOException("connection reset");
            }
            return super.read(buffer, offset, 3);
          }
        };

    assertThatThrownBy(() -> blobs.store(HELLO_HASH, broken)).hasMessageContaining("broke off");

    assertThat(blobs.isEmpty()).isTrue();
    assertThat(unfinished()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "..",
        "../../../etc/passwd",
        "58/91/5891",
        "5891B5B522D5DF086D0FF0B110FBD9D21BB4FC7163AF34D08286A2E846F6BE03",
        "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03/",
        "\0"
      })
  void onlyHashesLeadIntoTheFolder(String name) {
    assertThatThrownBy(() -> blobs.store(name, new ByteArrayInputStream(HELLO)))
        .hasMessageContaining("is no SHA-256");
    assertThatThrownBy(() -> blobs.open(name)).hasMessageContaining("There is no blob");
    assertThat(blobs.findSize(name)).isEmpty();
  }

  @Test
  void manyMayStoreTheSameAtOnce() throws InterruptedException, ExecutionException, IOException {
    byte[] large = new byte[1 << 20];
    var all = new ArrayList<Future<String>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 16; i++) {
        all.add(threads.submit(() -> blobs.store(large)));
      }
    }

    String hash = all.getFirst().get();
    for (Future<String> one : all) {
      assertThat(one.get()).isEqualTo(hash);
    }
    assertThat(blobs.findSize(hash)).hasValue(large.length);
    assertThat(unfinished()).isZero();
  }

  @Test
  void sweepsWhatWasLeftUnfinishedADayAgo() throws IOException {
    Path old = Files.createFile(folder.resolve("blobs/new/old"));
    Files.setLastModifiedTime(old, FileTime.from(NOW.minus(Duration.ofHours(25))));
    Path young = Files.createFile(folder.resolve("blobs/new/young"));
    Files.setLastModifiedTime(young, FileTime.from(NOW.minus(Duration.ofHours(23))));

    open();

    assertThat(old).doesNotExist();
    assertThat(young).exists();
  }

  @Test
  void saysWhenTheFolderCannotBeUsed() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertThatThrownBy(() -> FolderBlobs.open(file, InstantSource.system()))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("file");
    blobs.probe();
    assertThat(blobs.freeBytes()).isPositive();
  }

  private long unfinished() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("blobs/new"))) {
      return files.count();
    }
  }
}
