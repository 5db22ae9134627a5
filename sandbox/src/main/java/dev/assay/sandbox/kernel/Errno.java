package dev.assay.sandbox.kernel;

import java.util.Map;

/// Error numbers that are told apart here; the same on x86_64 and aarch64 (`errno(3)`).
public final class Errno {
  public static final int EPERM = 1;
  public static final int ENOENT = 2;
  public static final int ESRCH = 3;
  public static final int EINTR = 4;
  public static final int EIO = 5;
  public static final int ENXIO = 6;
  public static final int E2BIG = 7;
  public static final int ENOEXEC = 8;
  public static final int EBADF = 9;
  public static final int EAGAIN = 11;
  public static final int ENOMEM = 12;
  public static final int EACCES = 13;
  public static final int EBUSY = 16;
  public static final int EEXIST = 17;
  public static final int ENODEV = 19;
  public static final int ENOTDIR = 20;
  public static final int EISDIR = 21;
  public static final int EINVAL = 22;
  public static final int ENOSYS = 38;
  public static final int ETXTBSY = 26;
  public static final int ENOSPC = 28;
  public static final int EROFS = 30;
  public static final int EPIPE = 32;
  public static final int ENAMETOOLONG = 36;
  public static final int ELOOP = 40;

  private static final Map<Integer, String> TEXTS =
      Map.ofEntries(
          Map.entry(EPERM, "operation not permitted"),
          Map.entry(ENOENT, "no such file or directory"),
          Map.entry(ESRCH, "no such process"),
          Map.entry(EINTR, "interrupted"),
          Map.entry(EIO, "input/output error"),
          Map.entry(ENXIO, "no such device or address"),
          Map.entry(E2BIG, "arguments and environment too long"),
          Map.entry(ENOEXEC, "not a program: neither an ELF file nor a script with #!"),
          Map.entry(EBADF, "bad file descriptor"),
          Map.entry(EAGAIN, "temporarily unavailable"),
          Map.entry(ENOMEM, "no memory"),
          Map.entry(EACCES, "permission denied"),
          Map.entry(EBUSY, "busy"),
          Map.entry(EEXIST, "exists already"),
          Map.entry(ENODEV, "not known to this kernel"),
          Map.entry(ENOTDIR, "not a directory"),
          Map.entry(EISDIR, "is a directory"),
          Map.entry(EINVAL, "invalid argument"),
          Map.entry(ENOSYS, "this kernel does not have that call"),
          Map.entry(ETXTBSY, "is being written to"),
          Map.entry(ENOSPC, "no space left"),
          Map.entry(EROFS, "read-only file system"),
          Map.entry(EPIPE, "nobody reads"),
          Map.entry(ENAMETOOLONG, "name too long"),
          Map.entry(ELOOP, "too many links"));

  private Errno() {}

  /// The error in words, with its number.
  public static String text(int errno) {
    String known = TEXTS.get(errno);
    return known == null ? "errno " + errno : "%s (errno %d)".formatted(known, errno);
  }
}
