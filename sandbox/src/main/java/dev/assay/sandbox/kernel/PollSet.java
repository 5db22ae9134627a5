package dev.assay.sandbox.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A fixed number of places for descriptors that are waited for together (`ppoll(2)`). Used by one
/// thread at a time.
public final class PollSet implements AutoCloseable {
  private static final int ENTRY_BYTES = 8;
  private static final short POLLIN = 1;
  private static final short POLLHUP = 0x10;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment entries;
  private final MemorySegment timeout;
  private final int places;

  public PollSet(int places) {
    this.places = places;
    this.entries = arena.allocate((long) places * ENTRY_BYTES, 8);
    this.timeout = arena.allocate(16, 8);
    for (int place = 0; place < places; place++) {
      clear(place);
    }
  }

  /// Watches `descriptor` for something to read, in place of what was watched at `place`.
  public void watch(int place, Descriptor descriptor) {
    set(place, descriptor.number(), POLLIN);
  }

  /// Watches nothing at `place`.
  public void clear(int place) {
    set(place, -1, (short) 0);
  }

  private void set(int place, int number, short events) {
    long offset = (long) place * ENTRY_BYTES;
    entries.set(ValueLayout.JAVA_INT, offset, number);
    entries.set(ValueLayout.JAVA_SHORT, offset + 4, events);
    entries.set(ValueLayout.JAVA_SHORT, offset + 6, (short) 0);
  }

  /// Waits until a watched descriptor has something, or `nanos` have passed.
  ///
  /// @return how many have something; 0 also when a signal interrupted the wait
  public int await(long nanos) throws KernelException {
    long left = Math.max(0, nanos);
    timeout.set(ValueLayout.JAVA_LONG, 0, left / 1_000_000_000L);
    timeout.set(ValueLayout.JAVA_LONG, 8, left % 1_000_000_000L);
    return Linux.poll(entries, places, timeout);
  }

  /// Whether the descriptor at `place` can be read, its end included.
  public boolean readable(int place) {
    return events(place) != 0;
  }

  /// Whether nobody can write to the descriptor at `place` any more. What was written before can
  /// still be read.
  public boolean hungUp(int place) {
    return (events(place) & POLLHUP) != 0;
  }

  private short events(int place) {
    return entries.get(ValueLayout.JAVA_SHORT, (long) place * ENTRY_BYTES + 6);
  }

  @Override
  public void close() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }
}
