// Part of Assay's harness, laid over the solution before every build. Changes here are lost.
#pragma once

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>

namespace assay::harness {

/// Nothing is moved across it by the compiler.
inline void barrier() { asm volatile("" ::: "memory"); }

/// The clock of the window: CLOCK_MONOTONIC, which Linux answers without entering the kernel.
inline timespec now() {
  timespec time;
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return time;
}

inline std::int64_t nanos_between(const timespec& start, const timespec& end) {
  return (end.tv_sec - start.tv_sec) * std::int64_t{1'000'000'000} + end.tv_nsec - start.tv_nsec;
}

/// The same clock by the system call itself: no symbol, table of the linker or page of the kernel in this process
/// stands between. It takes some hundred nanoseconds, so it is read around the window and not in it.
inline timespec kernel_now() {
  timespec time{};
#if defined(__x86_64__)
  long answer = SYS_clock_gettime;
  asm volatile("syscall" : "+a"(answer) : "D"(CLOCK_MONOTONIC), "S"(&time) : "rcx", "r11", "memory");
#elif defined(__aarch64__)
  register long answer asm("x0") = CLOCK_MONOTONIC;
  register timespec* target asm("x1") = &time;
  register long number asm("x8") = SYS_clock_gettime;
  asm volatile("svc 0" : "+r"(answer) : "r"(target), "r"(number) : "memory");
#else
  ::syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &time);
#endif
  return time;
}

/// Four readings around one call: the kernel's, the quick clock's, the call, and the same two again.
class Readings {
 public:
  timespec kernel_start = kernel_now();
  timespec start{};
  timespec end{};

  /// The window in nanoseconds, never 0: a call takes time. It is the quick clock's, unless the kernel's contradicts
  /// it. That happens by chance when the process is interrupted between two readings; when it happens in a quarter of
  /// all cases, the quick clock has been tampered with, and the kernel's counts.
  std::int64_t window() const {
    const std::int64_t around = nanos_between(kernel_start, kernel_now());
    const std::int64_t quick = nanos_between(start, end);
    // Two system calls, with caches that are cold after a long call.
    const std::int64_t explained = 1'000 + around / 64;
    windows_ += 1;
    contradicted_ += quick > around || around - quick > explained ? 1 : 0;
    const std::int64_t nanos = 4 * contradicted_ >= windows_ ? around : quick;
    return nanos > 0 ? nanos : 1;
  }

 private:
  static inline constinit std::int64_t windows_ = 0;
  static inline constinit std::int64_t contradicted_ = 0;
};

}  // namespace assay::harness
