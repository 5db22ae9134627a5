package dev.assay.sandbox.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LinuxTest {
  @TempDir Path folder;

  @Test
  void saysWhichCallFailedOnWhatAndWhy() {
    var missing = folder.resolve("missing");

    assertThatThrownBy(() -> Linux.open(missing))
        .isInstanceOf(KernelException.class)
        .hasMessage("open(%s): no such file or directory (errno 2)".formatted(missing))
        .extracting(failure -> ((KernelException) failure).errno())
        .isEqualTo(Errno.ENOENT);
  }

  @Test
  void writesAndReadsAFile() throws Exception {
    var file = folder.resolve("file");

    try (Arena arena = Arena.ofConfined();
        var descriptor =
            Linux.open(file, 0600, OpenFlag.WRITE_ONLY, OpenFlag.CREATE, OpenFlag.TRUNCATE)) {
      int written = descriptor.write(segment(arena, "text"));

      assertThat(written).isEqualTo(4);
    }
    try (Arena arena = Arena.ofConfined();
        var descriptor = Linux.open(file)) {
      MemorySegment buffer = arena.allocate(10);

      assertThat(descriptor.read(buffer)).isEqualTo(4);
      assertThat(descriptor.read(buffer)).isZero();
      assertThat(Files.readString(file)).isEqualTo("text");
    }
  }

  @Test
  void makesFifosWithExactPermissions() throws Exception {
    var fifo = folder.resolve("fifo");

    Linux.makeFifo(fifo, 0666);

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(fifo)))
        .isEqualTo("rw-rw-rw-");
  }

  @Test
  void tellsAnEmptyPipeFromAnEndedOne() throws Exception {
    try (Arena arena = Arena.ofConfined();
        var poll = new PollSet(1);
        var pipe = Linux.pipe(OpenFlag.NON_BLOCKING)) {
      MemorySegment buffer = arena.allocate(10);
      poll.watch(0, pipe.readEnd());

      assertThat(pipe.readEnd().read(buffer)).isEqualTo(Descriptor.WOULD_BLOCK);
      assertThat(poll.await(1_000_000)).isZero();

      pipe.writeEnd().write(segment(arena, "a"));

      assertThat(poll.await(1_000_000_000)).isEqualTo(1);
      assertThat(poll.readable(0)).isTrue();
      assertThat(poll.hungUp(0)).isFalse();
      assertThat(pipe.readEnd().read(buffer)).isEqualTo(1);

      pipe.writeEnd().close();

      assertThat(poll.await(1_000_000_000)).isEqualTo(1);
      assertThat(poll.hungUp(0)).isTrue();
      assertThat(pipe.readEnd().read(buffer)).isZero();
    }
  }

  @Test
  void saysHowFullAFileSystemIs() throws Exception {
    var use = Linux.statfs(folder);

    assertThat(use.totalBytes()).isPositive().isGreaterThanOrEqualTo(use.freeBytes());
    assertThat(use.usedBytes()).isEqualTo(use.totalBytes() - use.freeBytes());
  }

  @Test
  void knowsWhetherAProcessLives() throws Exception {
    assertThat(Linux.kill(ProcessHandle.current().pid(), 0)).isTrue();
    assertThat(Linux.kill(Integer.MAX_VALUE, 0)).isFalse();
  }

  @Test
  void keepsTheCallingThreadOnAProcessor() throws Exception {
    var before = Linux.affinity(0);
    try {
      Linux.setAffinity(0, before.subList(0, 1));

      assertThat(Linux.affinity(0)).isEqualTo(before.subList(0, 1));
    } finally {
      Linux.setAffinity(0, before);
    }
  }

  private static MemorySegment segment(Arena arena, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes);
  }
}
