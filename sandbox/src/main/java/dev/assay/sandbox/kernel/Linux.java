package dev.assay.sandbox.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// System calls of Linux on x86_64 and aarch64, each as its manual page (section 2) describes it.
/// All are thread-safe, and block the platform thread that calls them.
public final class Linux {
  static final boolean ON_ARM = System.getProperty("os.arch", "").equals("aarch64");

  private static final int F_SETPIPE_SZ = 1031;
  private static final int AFFINITY_BYTES = 1024;
  private static final int STATFS_BYTES = 120;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      CALL_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  static final MethodHandle READ = bind("read", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
  static final MethodHandle WRITE = bind("write", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle OPEN =
      bindVariadic("open", 2, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
  private static final MethodHandle CLOSE = bind("close", JAVA_INT, JAVA_INT);
  private static final MethodHandle EVENT = bind("eventfd", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle PIPE = bind("pipe2", JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle FCNTL =
      bindVariadic("fcntl", 2, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle POLL =
      bind("ppoll", JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS);
  private static final MethodHandle MAKE_FIFO = bind("mkfifo", JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle CHOWN = bind("lchown", JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
  private static final MethodHandle CHMOD = bind("chmod", JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle MOUNT =
      bind("mount", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS);
  private static final MethodHandle UNMOUNT = bind("umount2", JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle STATFS = bind("statfs", JAVA_INT, ADDRESS, ADDRESS);
  private static final MethodHandle KILL = bind("kill", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle SET_AFFINITY =
      bind("sched_setaffinity", JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);
  private static final MethodHandle GET_AFFINITY =
      bind("sched_getaffinity", JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);
  private static final MethodHandle SET_SCHEDULER =
      bind("sched_setscheduler", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);
  private static final int SCHED_OTHER = 0;
  // With SCHED_RESET_ON_FORK: threads and processes that it starts are ordinary.
  private static final int SCHED_FIFO = 1 | 0x40000000;
  private static final MethodHandle EFFECTIVE_USER = bind("geteuid", JAVA_INT);

  private Linux() {}

  /// Opens a file, for reading unless a flag says otherwise.
  ///
  /// @param mode permissions of a file that is made by this
  public static Descriptor open(Path path, int mode, OpenFlag... flags) throws KernelException {
    int bits = OpenFlag.CLOSE_ON_EXEC;
    for (OpenFlag flag : flags) {
      bits |= flag.value();
    }
    int value = bits;
    int number =
        call(
            "open(%s)".formatted(path),
            (arena, state) -> (int) OPEN.invokeExact(state, text(arena, path), value, mode));
    return new Descriptor(number, path.toString());
  }

  /// Opens a file for reading.
  public static Descriptor open(Path path) throws KernelException {
    return open(path, 0);
  }

  /// Makes a pipe. Both ends are closed on exec.
  ///
  /// @param flags `NON_BLOCKING` for both ends, or none
  public static Pipe pipe(OpenFlag... flags) throws KernelException {
    int bits = OpenFlag.CLOSE_ON_EXEC;
    for (OpenFlag flag : flags) {
      bits |= flag.value();
    }
    int value = bits;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment ends = arena.allocate(JAVA_INT, 2);
      call("pipe2()", (_, state) -> (int) PIPE.invokeExact(state, ends, value));
      return new Pipe(
          new Descriptor(ends.getAtIndex(JAVA_INT, 0), "pipe"),
          new Descriptor(ends.getAtIndex(JAVA_INT, 1), "pipe"));
    }
  }

  /// Makes a counter that can be waited for; the kernel adds to it when told to (`eventfd(2)`).
  /// Non-blocking, closed on exec.
  public static Descriptor event() throws KernelException {
    int flags = OpenFlag.CLOSE_ON_EXEC | OpenFlag.NON_BLOCKING.value();
    return new Descriptor(
        call("eventfd()", (_, state) -> (int) EVENT.invokeExact(state, 0, flags)), "eventfd");
  }

  /// Makes a named pipe with exactly these permissions, whatever the umask is.
  public static void makeFifo(Path path, int mode) throws KernelException {
    call(
        "mkfifo(%s)".formatted(path),
        (arena, state) -> (int) MAKE_FIFO.invokeExact(state, text(arena, path), mode));
    changeMode(path, mode);
  }

  /// Sets the owner of a file; of a link itself, not of its target.
  public static void changeOwner(Path path, int user, int group) throws KernelException {
    call(
        "lchown(%s, %d, %d)".formatted(path, user, group),
        (arena, state) -> (int) CHOWN.invokeExact(state, text(arena, path), user, group));
  }

  /// Sets the permissions of a file. Follows links.
  public static void changeMode(Path path, int mode) throws KernelException {
    call(
        "chmod(%s, %o)".formatted(path, mode),
        (arena, state) -> (int) CHMOD.invokeExact(state, text(arena, path), mode));
  }

  /// Mounts a file system.
  ///
  /// @param source device, folder of a bind mount, or any word
  /// @param type as in `overlay`; empty for bind mounts and remounts
  /// @param options of the file system, as in `lowerdir=/a:/b`; absent for none
  public static void mount(
      String source, Path target, String type, Set<MountFlag> flags, @Nullable String options)
      throws KernelException {
    long bits = flags.stream().mapToLong(MountFlag::value).reduce(0, (a, b) -> a | b);
    String call = "mount(%s, %s, %s, %s)".formatted(source, target, type, options);
    call(
        call,
        (arena, state) ->
            (int)
                MOUNT.invokeExact(
                    state,
                    arena.allocateFrom(source),
                    text(arena, target),
                    word(arena, type),
                    bits,
                    word(arena, options)));
  }

  /// Unmounts what is mounted on top at `target`; fails with EBUSY while it is used, and with
  /// EINVAL when nothing is mounted there.
  public static void unmount(Path target) throws KernelException {
    unmount(target, 0);
  }

  /// Takes the mount at `target` out of the tree at once. What still uses it keeps it until it is
  /// done.
  public static void detach(Path target) throws KernelException {
    unmount(target, 2);
  }

  private static void unmount(Path target, int flags) throws KernelException {
    call(
        "umount2(%s)".formatted(target),
        (arena, state) -> (int) UNMOUNT.invokeExact(state, text(arena, target), flags));
  }

  /// How full the file system is that holds `path`.
  public static FileSystemUse statfs(Path path) throws KernelException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment into = arena.allocate(STATFS_BYTES, 8);
      call(
          "statfs(%s)".formatted(path),
          (inner, state) -> (int) STATFS.invokeExact(state, text(inner, path), into));
      long blockBytes = into.getAtIndex(JAVA_LONG, 1);
      return new FileSystemUse(
          into.getAtIndex(JAVA_LONG, 0),
          into.getAtIndex(JAVA_LONG, 2) * blockBytes,
          into.getAtIndex(JAVA_LONG, 3) * blockBytes,
          into.getAtIndex(JAVA_LONG, 4) * blockBytes,
          into.getAtIndex(JAVA_LONG, 5),
          into.getAtIndex(JAVA_LONG, 6));
    }
  }

  /// Sends a signal.
  ///
  /// @return false when there is no such process
  public static boolean kill(long pid, int signal) throws KernelException {
    try {
      call(
          "kill(%d, %d)".formatted(pid, signal),
          (_, state) -> (int) KILL.invokeExact(state, Math.toIntExact(pid), signal));
      return true;
    } catch (KernelException refused) {
      if (refused.errno() == Errno.ESRCH) {
        return false;
      }
      throw refused;
    }
  }

  /// The processors that a thread may use.
  ///
  /// @param threadId kernel's id of a thread, 0 for the calling one
  public static List<Integer> affinity(long threadId) throws KernelException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(AFFINITY_BYTES, 8);
      call(
          "sched_getaffinity(%d)".formatted(threadId),
          (_, state) ->
              (int)
                  GET_AFFINITY.invokeExact(
                      state, Math.toIntExact(threadId), (long) AFFINITY_BYTES, mask));
      BitSet bits = BitSet.valueOf(mask.toArray(ValueLayout.JAVA_BYTE));
      List<Integer> cpus = new ArrayList<>();
      bits.stream().forEach(cpus::add);
      return cpus;
    }
  }

  /// Lets the calling thread go before all ordinary ones of its processors, or makes it an ordinary
  /// one again (sched(7)).
  public static void setRealTime(boolean before) throws KernelException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment priority = arena.allocateFrom(JAVA_INT, before ? 1 : 0);
      int policy = before ? SCHED_FIFO : SCHED_OTHER;
      call(
          "sched_setscheduler(%d)".formatted(policy),
          (_, state) -> (int) SET_SCHEDULER.invokeExact(state, 0, policy, priority));
    }
  }

  /// Keeps a thread on some processors.
  ///
  /// @param threadId kernel's id of a thread, 0 for the calling one
  public static void setAffinity(long threadId, List<Integer> cpus) throws KernelException {
    try (Arena arena = Arena.ofConfined()) {
      BitSet bits = new BitSet();
      cpus.forEach(bits::set);
      MemorySegment mask = arena.allocate(AFFINITY_BYTES, 8);
      mask.copyFrom(MemorySegment.ofArray(bits.toByteArray()));
      call(
          "sched_setaffinity(%d, %s)".formatted(threadId, cpus),
          (_, state) ->
              (int)
                  SET_AFFINITY.invokeExact(
                      state, Math.toIntExact(threadId), (long) AFFINITY_BYTES, mask));
    }
  }

  /// The user whose rights this process has; 0 is root.
  public static int effectiveUser() {
    try (Arena arena = Arena.ofConfined()) {
      return (int) EFFECTIVE_USER.invokeExact(arena.allocate(CALL_STATE));
    } catch (Throwable impossible) {
      throw new AssertionError("geteuid() always succeeds", impossible);
    }
  }

  static void close(int number) {
    try (Arena arena = Arena.ofConfined()) {
      // Whatever it answers, the number is free afterwards (close(2)).
      int ignored = (int) CLOSE.invokeExact(arena.allocate(CALL_STATE), number);
    } catch (Throwable impossible) {
      throw new AssertionError("close() does not throw", impossible);
    }
  }

  static void pipeCapacity(Descriptor pipe, int bytes) throws KernelException {
    call(
        "fcntl(%s, F_SETPIPE_SZ, %d)".formatted(pipe, bytes),
        (_, state) -> (int) FCNTL.invokeExact(state, pipe.number(), F_SETPIPE_SZ, bytes));
  }

  static int poll(MemorySegment entries, int places, MemorySegment timeout) throws KernelException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(CALL_STATE);
      int ready =
          (int) POLL.invokeExact(state, entries, (long) places, timeout, MemorySegment.NULL);
      if (ready >= 0) {
        return ready;
      }
      int errno = (int) ERRNO.get(state, 0L);
      if (errno == Errno.EINTR) {
        return 0;
      }
      throw new KernelException("ppoll()", errno);
    } catch (KernelException refused) {
      throw refused;
    } catch (Throwable impossible) {
      throw new AssertionError("ppoll() does not throw", impossible);
    }
  }

  static long transfer(String name, MethodHandle handle, Descriptor descriptor, MemorySegment bytes)
      throws KernelException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(CALL_STATE);
      while (true) {
        long count = (long) handle.invokeExact(state, descriptor.number(), bytes, bytes.byteSize());
        if (count >= 0) {
          return count;
        }
        int errno = (int) ERRNO.get(state, 0L);
        if (errno == Errno.EAGAIN) {
          return Descriptor.WOULD_BLOCK;
        }
        if (errno != Errno.EINTR) {
          throw new KernelException("%s(%s)".formatted(name, descriptor), errno);
        }
      }
    } catch (KernelException refused) {
      throw refused;
    } catch (Throwable impossible) {
      throw new AssertionError(name + "() does not throw", impossible);
    }
  }

  static int call(String name, Call call) throws KernelException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(CALL_STATE);
      while (true) {
        int answer = call.invoke(arena, state);
        if (answer >= 0) {
          return answer;
        }
        int errno = (int) ERRNO.get(state, 0L);
        if (errno != Errno.EINTR) {
          throw new KernelException(name, errno);
        }
      }
    } catch (KernelException refused) {
      throw refused;
    } catch (Throwable impossible) {
      throw new AssertionError(name + " does not throw", impossible);
    }
  }

  private static MemorySegment word(Arena arena, @Nullable String word) {
    return word == null || word.isEmpty() ? MemorySegment.NULL : arena.allocateFrom(word);
  }

  static MemorySegment text(Arena arena, Path path) {
    return arena.allocateFrom(path.toString());
  }

  static MethodHandle bind(String name, MemoryLayout answer, MemoryLayout... parameters) {
    return bind(name, answer, parameters, Linker.Option.captureCallState("errno"));
  }

  static MethodHandle bindVariadic(
      String name, int fixed, MemoryLayout answer, MemoryLayout... parameters) {
    return bind(
        name,
        answer,
        parameters,
        Linker.Option.captureCallState("errno"),
        Linker.Option.firstVariadicArg(fixed));
  }

  private static MethodHandle bind(
      String name, MemoryLayout answer, MemoryLayout[] parameters, Linker.Option... options) {
    MemorySegment address = LINKER.defaultLookup().findOrThrow(name);
    return LINKER.downcallHandle(address, FunctionDescriptor.of(answer, parameters), options);
  }

  /// A call that answers a negative number and sets errno when it is refused.
  @FunctionalInterface
  interface Call {
    int invoke(Arena arena, MemorySegment state) throws Throwable;
  }
}
