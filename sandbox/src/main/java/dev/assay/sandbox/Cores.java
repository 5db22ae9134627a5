package dev.assay.sandbox;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.sandbox.kernel.Errno;
import dev.assay.sandbox.kernel.KernelException;
import dev.assay.sandbox.kernel.Linux;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Which processors measured programs have, and which are left to this JVM.
///
/// @param measured for programs, ascending
/// @param own for the JVM; the same as `measured` when nothing is left besides
public record Cores(List<Integer> measured, List<Integer> own) {
  public Cores {
    measured = List.copyOf(measured);
    own = List.copyOf(own);
  }

  /// Divides the processors that this JVM may use.
  ///
  /// @throws AssayException `MACHINE_UNFIT` when there are fewer than `wanted`
  public static Cores divide(int wanted) {
    try {
      return divide(Linux.affinity(ProcessHandle.current().pid()), wanted);
    } catch (KernelException refused) {
      throw new AssayException(
          ErrorCode.SANDBOX_FAILED,
          "cannot tell the processors of this machine: " + refused.getMessage(),
          refused);
    }
  }

  /// Programs get the last ones, since interrupts and everything else that is not told otherwise
  /// gather on the first.
  static Cores divide(List<Integer> available, int wanted) {
    if (wanted < 1 || wanted > available.size()) {
      throw new AssayException(
          ErrorCode.MACHINE_UNFIT,
          "%d processors are asked for, and %d can be used here: %s"
              .formatted(wanted, available.size(), available));
    }
    int left = available.size() - wanted;
    List<Integer> measured = available.subList(left, available.size());
    return new Cores(measured, left == 0 ? measured : available.subList(0, left));
  }

  /// Whether the JVM disturbs what it measures, since they share processors.
  public boolean shared() {
    return own.equals(measured);
  }

  /// Moves all threads of this JVM, and those that they will start, off the measured processors.
  /// Closing it moves them back.
  public Reservation reserve() {
    moveThreads(own);
    return new Reservation(Stream.concat(own.stream(), measured.stream()).distinct().toList());
  }

  /// The time in which the JVM keeps off the measured processors.
  public static final class Reservation implements AutoCloseable {
    private final List<Integer> all;

    private Reservation(List<Integer> all) {
      this.all = all;
    }

    @Override
    public void close() {
      moveThreads(all);
    }
  }

  private static void moveThreads(List<Integer> cpus) {
    try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
      for (Path thread : threads.toList()) {
        moveThread(Long.parseLong(String.valueOf(thread.getFileName())), cpus);
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.SANDBOX_FAILED,
          "cannot keep this JVM on processors %s: %s".formatted(cpus, e.getMessage()),
          e);
    }
  }

  private static void moveThread(long id, List<Integer> cpus) throws KernelException {
    try {
      Linux.setAffinity(id, cpus);
    } catch (KernelException refused) {
      if (refused.errno() != Errno.ESRCH) {
        throw refused;
      }
      // The thread has ended meanwhile.
    }
  }
}
