package dev.assay.sandbox.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// An open file of this process. Reads and writes belong to one thread at a time.
public final class Descriptor implements AutoCloseable {
  /// What `read` and `write` give when a non-blocking descriptor has nothing to give or take.
  public static final int WOULD_BLOCK = -1;

  private final String name;
  private int number;

  /// @param name for messages
  Descriptor(int number, String name) {
    this.number = number;
    this.name = name;
  }

  /// The number in this process.
  public int number() {
    return number;
  }

  /// A path that opens the same file anew while this descriptor is open.
  public Path path() {
    return Path.of("/proc/self/fd/" + number);
  }

  /// Reads up to the size of `into`.
  ///
  /// @return bytes read, 0 at the end of the file, or `WOULD_BLOCK`
  public int read(MemorySegment into) throws KernelException {
    return (int) Linux.transfer("read", Linux.READ, this, into);
  }

  /// Writes up to the size of `from`.
  ///
  /// @return bytes written, fewer than asked for when a pipe is nearly full, or `WOULD_BLOCK`
  public int write(MemorySegment from) throws KernelException {
    return (int) Linux.transfer("write", Linux.WRITE, this, from);
  }

  /// Sets how many bytes a pipe holds (`F_SETPIPE_SZ`).
  public void pipeCapacity(int bytes) throws KernelException {
    Linux.pipeCapacity(this, bytes);
  }

  /// Closes it. Does nothing the second time.
  @Override
  public void close() {
    if (number >= 0) {
      Linux.close(number);
      number = -1;
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
