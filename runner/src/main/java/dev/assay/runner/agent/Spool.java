package dev.assay.runner.agent;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.protocol.Lease;
import dev.assay.core.protocol.ReportMessage;
import dev.assay.core.protocol.RunnerProtocol;
import dev.assay.core.wire.JsonCodec;
import dev.assay.sandbox.disk.FolderTree;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;

/// The messages of one run, on disk until the platform has acknowledged them. What was appended
/// survives the end of this process at once and a power failure from the next [#force] on.
/// Thread-safe.
///
///     lease.json       what the run is for
///     messages.jsonl   a message a line, the first is number 1
///     acked            how many of them the platform has, from the first on
///     files/           what was kept of the run, by SHA-256
///     reserve          room for the end of the run when the disk is full
final class Spool implements AutoCloseable {
  private static final long RESERVE_BYTES = 4 << 20;

  /// Well below what a batch may have; a single message may have more.
  private static final long BATCH_BYTES = RunnerProtocol.MOST_BATCH_BYTES / 4;

  private final Path folder;
  private final Lease lease;
  private final FileChannel messages;

  /// Where each message ends in the file.
  private final List<Long> ends = new ArrayList<>();

  private long acknowledged;
  private boolean closed;

  private Spool(Path folder, Lease lease, FileChannel messages) {
    this.folder = folder;
    this.lease = lease;
    this.messages = messages;
  }

  /// Makes the spool of a new run.
  static Spool create(Path spools, Lease lease) {
    Path folder = spools.resolve(lease.runId());
    try {
      Files.createDirectories(folder.resolve("files"));
      Files.write(folder.resolve("reserve"), new byte[(int) RESERVE_BYTES]);
      var spool = new Spool(folder, lease, open(folder));
      replace(folder.resolve("lease.json"), JsonCodec.toJson(lease));
      return spool;
    } catch (IOException e) {
      throw failed("made", folder, e);
    }
  }

  /// Opens what an earlier process left. A last line that is not whole is taken away.
  static Spool reopen(Path folder) {
    try {
      byte[] lease = Files.readAllBytes(folder.resolve("lease.json"));
      var spool =
          new Spool(
              folder, JsonCodec.read(lease, Lease.class, folder + "/lease.json"), open(folder));
      spool.recover();
      return spool;
    } catch (IOException e) {
      throw failed("read", folder, e);
    }
  }

  /// Whether there is enough in a folder to open it.
  static boolean isSpool(Path folder) {
    return Files.isRegularFile(folder.resolve("lease.json"));
  }

  private static FileChannel open(Path folder) throws IOException {
    return FileChannel.open(
        folder.resolve("messages.jsonl"),
        StandardOpenOption.CREATE,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE);
  }

  private void recover() throws IOException {
    byte[] all = Files.readAllBytes(folder.resolve("messages.jsonl"));
    int begin = 0;
    for (int i = 0; i < all.length; i++) {
      if (all[i] == '\n') {
        if (!isMessage(all, begin, i - begin, ends.size() + 1L)) {
          break;
        }
        begin = i + 1;
        ends.add((long) begin);
      }
    }
    messages.truncate(begin);
    Path mark = folder.resolve("acked");
    if (Files.exists(mark)) {
      String text = Files.readString(mark).strip();
      acknowledged = text.matches("\\d{1,18}") ? Math.min(Long.parseLong(text), ends.size()) : 0;
    }
    closed = !ends.isEmpty() && read(ends.size()).closed() != null;
  }

  private static boolean isMessage(byte[] all, int begin, int length, long sequence) {
    try {
      String line = new String(all, begin, length, StandardCharsets.UTF_8);
      return parse(line).sequence() == sequence;
    } catch (AssayException torn) {
      return false;
    }
  }

  private static ReportMessage parse(String line) {
    return JsonCodec.read(
        line.getBytes(StandardCharsets.UTF_8), ReportMessage.class, "a message of the spool");
  }

  Path folder() {
    return folder;
  }

  Lease lease() {
    return lease;
  }

  /// Where a kept file lies until the platform has it.
  Path file(String hash) {
    return folder.resolve("files").resolve(hash);
  }

  /// Appends a message, made with its number.
  ///
  /// @throws AssayException `DISK_FULL` when it could not be written; the spool is as before
  synchronized void append(LongFunction<ReportMessage> message) {
    if (closed) {
      throw new IllegalStateException("the run %s is closed".formatted(lease.runId()));
    }
    ReportMessage made = message.apply(ends.size() + 1L);
    long begin = end();
    byte[] line = (JsonCodec.toLine(made) + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      var bytes = ByteBuffer.wrap(line);
      while (bytes.hasRemaining()) {
        messages.write(bytes, begin + bytes.position());
      }
      if (made.measured() == null) {
        messages.force(false);
      }
    } catch (IOException e) {
      takeBack(begin, e);
      throw new AssayException(
          ErrorCode.DISK_FULL,
          "The run's report could not be written to %s: %s. What was measured before is kept and sent; make room."
              .formatted(folder, e.getMessage()),
          e);
    }
    ends.add(begin + line.length);
    closed = made.closed() != null;
  }

  private void takeBack(long begin, IOException first) {
    try {
      messages.truncate(begin);
    } catch (IOException e) {
      first.addSuppressed(e);
    }
  }

  /// Gives the room back that was kept for the end of the run.
  synchronized void releaseReserve() {
    try {
      Files.deleteIfExists(folder.resolve("reserve"));
    } catch (IOException e) {
      throw failed("written", folder, e);
    }
  }

  /// Makes sure that what was appended so far survives a power failure.
  void force() {
    try {
      messages.force(false);
    } catch (IOException e) {
      throw failed("written", folder, e);
    }
  }

  private long end() {
    return ends.isEmpty() ? 0 : ends.getLast();
  }

  /// The next messages that the platform does not have; empty when it has all.
  synchronized List<ReportMessage> next() {
    var batch = new ArrayList<ReportMessage>();
    long bytes = 0;
    for (long sequence = acknowledged + 1;
        sequence <= ends.size() && batch.size() < RunnerProtocol.MOST_MESSAGES;
        sequence++) {
      bytes += length(sequence);
      if (bytes > BATCH_BYTES && !batch.isEmpty()) {
        break;
      }
      batch.add(read(sequence));
    }
    return batch;
  }

  private long begin(long sequence) {
    return sequence == 1 ? 0 : ends.get((int) sequence - 2);
  }

  private long length(long sequence) {
    return ends.get((int) sequence - 1) - begin(sequence);
  }

  private ReportMessage read(long sequence) {
    var bytes = ByteBuffer.allocate((int) length(sequence));
    try {
      while (bytes.hasRemaining()
          && messages.read(bytes, begin(sequence) + bytes.position()) >= 0) {
        // Until it is whole.
      }
    } catch (IOException e) {
      throw failed("read", folder, e);
    }
    return parse(new String(bytes.array(), 0, bytes.position() - 1, StandardCharsets.UTF_8));
  }

  /// Notes what the platform has.
  synchronized void acknowledge(Collection<Long> sequences) {
    Set<Long> stored = new HashSet<>(sequences);
    long before = acknowledged;
    while (acknowledged < ends.size() && stored.contains(acknowledged + 1)) {
      acknowledged++;
    }
    if (acknowledged > before) {
      try {
        replace(folder.resolve("acked"), Long.toString(acknowledged));
      } catch (IOException e) {
        // Sending again does no harm, and on a full disk there is nothing better to do.
        return;
      }
    }
  }

  /// How many messages the platform has.
  synchronized long acknowledged() {
    return acknowledged;
  }

  /// How many messages there are.
  synchronized long size() {
    return ends.size();
  }

  /// Whether the run's last message is in.
  synchronized boolean isClosed() {
    return closed;
  }

  /// Whether the platform has all that there is.
  synchronized boolean isAcknowledged() {
    return acknowledged == ends.size();
  }

  private static void replace(Path file, String content) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    Files.writeString(next, content);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static AssayException failed(String what, Path folder, IOException e) {
    String said = String.valueOf(e.getMessage());
    return new AssayException(
        said.contains("No space left") ? ErrorCode.DISK_FULL : ErrorCode.IO,
        "The spool %s could not be %s: %s".formatted(folder, what, said),
        e);
  }

  /// Deletes it: the platform has everything, or there is nothing.
  void delete() {
    close();
    FolderTree.delete(folder);
  }

  /// Moves it out of the way, with the reason, for a person to look at.
  void setAside(Path refused, String reason) {
    close();
    try {
      Files.createDirectories(refused);
      Files.writeString(folder.resolve("reason"), reason + "\n");
      Files.move(folder, refused.resolve(lease.runId()));
    } catch (IOException e) {
      throw failed("set aside", folder, e);
    }
  }

  @Override
  public void close() {
    try {
      messages.close();
    } catch (IOException e) {
      throw failed("closed", folder, e);
    }
  }
}
