package dev.assay.sandbox.cgroup;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Bytes that a group read from and wrote to block devices. Version 1 does not charge a group for
/// writes that the kernel does later from the page cache.
sealed interface BlockMeter {
  Bytes bytes();

  /// Absent where it is not counted.
  record Bytes(@Nullable Long read, @Nullable Long written) {
    private static final Bytes UNKNOWN = new Bytes(null, null);

    private static Bytes of(Path file, Function<String, Bytes> sums) {
      return KernelFile.find(file).map(sums).orElse(UNKNOWN);
    }
  }

  /// Version 1: `MAJOR:MINOR Read BYTES` lines. They exist once a device was used.
  record Blkio(Path group) implements BlockMeter {
    @Override
    public Bytes bytes() {
      Path recursive = group.resolve("blkio.throttle.io_service_bytes_recursive");
      return Bytes.of(
          Files.exists(recursive) ? recursive : group.resolve("blkio.throttle.io_service_bytes"),
          text -> new Bytes(sum(text, "Read"), sum(text, "Write")));
    }

    private static long sum(String text, String direction) {
      return text.lines()
          .map(line -> line.split(" ", -1))
          .filter(words -> words.length == 3 && words[1].equals(direction))
          .mapToLong(words -> Long.parseLong(words[2]))
          .sum();
    }
  }

  /// Version 2: `MAJOR:MINOR rbytes=… wbytes=… …` lines of `io.stat`.
  record IoStat(Path group) implements BlockMeter {
    @Override
    public Bytes bytes() {
      return Bytes.of(
          group.resolve("io.stat"), text -> new Bytes(sum(text, "rbytes="), sum(text, "wbytes=")));
    }

    private static long sum(String text, String key) {
      return Arrays.stream(text.split("\\s+"))
          .filter(word -> word.startsWith(key))
          .mapToLong(word -> Long.parseLong(word.substring(key.length())))
          .sum();
    }
  }

  /// A host that does not count it.
  record Absent() implements BlockMeter {
    @Override
    public Bytes bytes() {
      return Bytes.UNKNOWN;
    }
  }
}
