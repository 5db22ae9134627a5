package dev.assay.runner.point;

import java.util.Map;

/// Names of Linux signals (signal(7)), the same numbers on x86_64 and aarch64.
public final class Signals {
  private static final Map<Integer, String> NAMES =
      Map.ofEntries(
          Map.entry(1, "SIGHUP"),
          Map.entry(2, "SIGINT"),
          Map.entry(3, "SIGQUIT"),
          Map.entry(4, "SIGILL, illegal instruction"),
          Map.entry(5, "SIGTRAP"),
          Map.entry(6, "SIGABRT, abort"),
          Map.entry(7, "SIGBUS, bus error"),
          Map.entry(8, "SIGFPE, arithmetic fault"),
          Map.entry(9, "SIGKILL"),
          Map.entry(11, "SIGSEGV, segmentation fault"),
          Map.entry(13, "SIGPIPE"),
          Map.entry(14, "SIGALRM"),
          Map.entry(15, "SIGTERM"),
          Map.entry(24, "SIGXCPU"),
          Map.entry(25, "SIGXFSZ"),
          Map.entry(31, "SIGSYS, forbidden system call"));

  private Signals() {}

  /// As in `signal 11 (SIGSEGV, segmentation fault)`.
  public static String describe(int signal) {
    String name = NAMES.get(signal);
    return name == null ? "signal %d".formatted(signal) : "signal %d (%s)".formatted(signal, name);
  }
}
