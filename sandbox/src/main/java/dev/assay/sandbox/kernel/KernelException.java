package dev.assay.sandbox.kernel;

import java.io.IOException;

/// A system call that the kernel refused.
public final class KernelException extends IOException {
  private final int errno;

  /// @param call the call with its arguments, as in `mount(overlay, /x)`
  KernelException(String call, int errno) {
    super("%s: %s".formatted(call, Errno.text(errno)));
    this.errno = errno;
  }

  /// The error number, one of `Errno` or another.
  public int errno() {
    return errno;
  }
}
