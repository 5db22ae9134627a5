package dev.assay.sandbox.cgroup;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Bytes that a group read from and wrote to block devices. Version 1 does not charge a group for
/// writes that the kernel does later from the page cache.
sealed interface BlockMeter {
  @Nullable Long readBytes();

  @Nullable Long writeBytes();

  /// Version 1: `MAJOR:MINOR Read BYTES` lines. They exist once a device was used.
  record Blkio(Path group) implements BlockMeter {
    @Override
    public @Nullable Long readBytes() {
      return sum("Read");
    }

    @Override
    public @Nullable Long writeBytes() {
      return sum("Write");
    }

    private @Nullable Long sum(String direction) {
      Path recursive = group.resolve("blkio.throttle.io_service_bytes_recursive");
      Path file =
          Files.exists(recursive) ? recursive : group.resolve("blkio.throttle.io_service_bytes");
      return KernelFile.find(file)
          .map(text ->
              text.lines()
                  .map(line -> line.split(" "))
                  .filter(words -> words.length == 3 && words[1].equals(direction))
                  .mapToLong(words -> Long.parseLong(words[2]))
                  .sum())
          .orElse(null);
    }
  }

  /// Version 2: `MAJOR:MINOR rbytes=… wbytes=… …` lines of `io.stat`.
  record IoStat(Path group) implements BlockMeter {
    @Override
    public @Nullable Long readBytes() {
      return sum("rbytes=");
    }

    @Override
    public @Nullable Long writeBytes() {
      return sum("wbytes=");
    }

    private @Nullable Long sum(String key) {
      return KernelFile.find(group.resolve("io.stat"))
          .map(text ->
              Arrays.stream(text.split("\\s+"))
                  .filter(word -> word.startsWith(key))
                  .mapToLong(word -> Long.parseLong(word.substring(key.length())))
                  .sum())
          .orElse(null);
    }
  }

  /// A host that does not count it.
  record Absent() implements BlockMeter {
    @Override
    public @Nullable Long readBytes() {
      return null;
    }

    @Override
    public @Nullable Long writeBytes() {
      return null;
    }
  }
}
