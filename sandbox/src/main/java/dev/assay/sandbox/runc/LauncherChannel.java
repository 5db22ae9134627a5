package dev.assay.sandbox.runc;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.sandbox.kernel.Descriptor;
import dev.assay.sandbox.kernel.Errno;
import dev.assay.sandbox.kernel.KernelException;
import dev.assay.sandbox.kernel.Linux;
import dev.assay.sandbox.kernel.Pipe;
import dev.assay.sandbox.kernel.PollSet;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Optional;

/// Orders to a launcher and its answers. Its orders end when this process dies, however it dies.
final class LauncherChannel implements AutoCloseable {
  private static final int LONGEST_ANSWER = 4096;

  private final Pipe orders;
  private final Pipe answers;
  private final PollSet poll = new PollSet(1);
  private final Arena arena = Arena.ofShared();
  private final MemorySegment buffer = arena.allocate(LONGEST_ANSWER);
  private final StringBuilder heard = new StringBuilder();
  private boolean gone;

  private LauncherChannel(Pipe orders, Pipe answers) {
    this.orders = orders;
    this.answers = answers;
  }

  static LauncherChannel open() throws KernelException {
    Pipe orders = Linux.pipe();
    try {
      return new LauncherChannel(orders, Linux.pipe());
    } catch (KernelException refused) {
      orders.close();
      throw refused;
    }
  }

  /// The launcher's standard input, until `started`.
  Descriptor launcherInput() {
    return orders.readEnd();
  }

  /// The launcher's standard output, until `started`.
  Descriptor launcherOutput() {
    return answers.writeEnd();
  }

  /// The launcher has its ends; from now on the end of either side shows on the other.
  void started() throws KernelException {
    launcherInput().close();
    launcherOutput().close();
    poll.watch(0, answers.readEnd());
  }

  /// Where answers can be waited for, beside other descriptors.
  Descriptor readEnd() {
    return answers.readEnd();
  }

  void execute(Order order) {
    send("execute", order.encode());
  }

  void go() {
    send("go", new byte[0]);
  }

  void kill() {
    send("kill", new byte[0]);
  }

  /// A launcher that is gone takes orders silently; its answer is `Gone`.
  private void send(String word, byte[] payload) {
    byte[] header = "%s %d\n".formatted(word, payload.length).getBytes(US_ASCII);
    try (Arena frame = Arena.ofConfined()) {
      MemorySegment bytes = frame.allocate(header.length + payload.length);
      MemorySegment.copy(header, 0, bytes, ValueLayout.JAVA_BYTE, 0, header.length);
      MemorySegment.copy(payload, 0, bytes, ValueLayout.JAVA_BYTE, header.length, payload.length);
      long written = 0;
      while (written < bytes.byteSize()) {
        written += orders.writeEnd().write(bytes.asSlice(written));
      }
    } catch (KernelException refused) {
      if (refused.errno() != Errno.EPIPE && refused.errno() != Errno.EBADF) {
        throw new AssayException(
            ErrorCode.SANDBOX_FAILED,
            "cannot send '%s' to the launcher: %s".formatted(word, refused.getMessage()),
            refused);
      }
    }
  }

  /// Waits for the next answer; empty when none comes in time.
  Optional<Answer> await(Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    while (true) {
      Optional<Answer> answer = find();
      if (answer.isPresent()) {
        return answer;
      }
      long left = end - System.nanoTime();
      if (receives(left)) {
        receive();
      } else if (left <= 0) {
        return Optional.empty();
      }
    }
  }

  private boolean receives(long nanos) {
    try {
      return poll.await(nanos) > 0;
    } catch (KernelException refused) {
      throw unreadable(refused);
    }
  }

  private void receive() {
    try {
      int count = answers.readEnd().read(buffer);
      gone |= count == 0;
      byte[] bytes = buffer.asSlice(0, Math.max(0, count)).toArray(ValueLayout.JAVA_BYTE);
      heard.append(new String(bytes, US_ASCII));
    } catch (KernelException refused) {
      if (refused.errno() != Errno.EBADF) {
        throw unreadable(refused);
      }
      gone = true;
    }
  }

  /// Whether an answer has been received that nobody has taken yet.
  boolean hasAnswer() {
    return heard.indexOf("\n") >= 0 || gone;
  }

  /// The next answer that has been received.
  Optional<Answer> find() {
    int end = heard.indexOf("\n");
    if (end >= 0) {
      String line = heard.substring(0, end);
      heard.delete(0, end + 1);
      return Optional.of(Answer.parse(line));
    }
    return gone ? Optional.of(new Answer.Gone()) : Optional.empty();
  }

  private static AssayException unreadable(KernelException refused) {
    return new AssayException(
        ErrorCode.SANDBOX_FAILED,
        "cannot read the launcher's answers: " + refused.getMessage(),
        refused);
  }

  /// Ends the orders, upon which the launcher exits and everything in its container dies.
  void endOrders() {
    orders.close();
  }

  @Override
  public void close() {
    orders.close();
    answers.close();
    poll.close();
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }
}
