// Part of Assay's harness, laid over the solution before every build. Changes here are lost.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "shape.hpp"

namespace assay::harness {

/// The lines between the harness and the runner. It takes standard input and output for itself
/// before the solution's own code runs: what that prints goes to standard error from then on, and
/// reading standard input gives nothing.
class Channel {
 public:
  /// Takes the channel over when a runner is at the other end.
  static void take_over() {
    const char* control = std::getenv("ASSAY_CONTROL");
    if (control == nullptr || std::string_view(control) != "stdio") {
      return;
    }
    input_ = duplicate(STDIN_FILENO);
    output_ = duplicate(STDOUT_FILENO);
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    if (::fcntl(STDERR_FILENO, F_GETFD) < 0) {
      ::dup2(nothing, STDERR_FILENO);
    }
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    ::close(nothing);
  }

  static bool taken() { return output_ >= 0; }

  /// The next line, without its end; absent when the other end has closed.
  static std::optional<std::string> hear() {
    for (;;) {
      if (const auto end = heard_.find('\n'); end != std::string::npos) {
        std::string line = heard_.substr(0, end);
        heard_.erase(0, end + 1);
        return line;
      }
      char buffer[4096];
      const ssize_t count = ::read(input_, buffer, sizeof buffer);
      if (count > 0) {
        heard_.append(buffer, static_cast<std::size_t>(count));
      } else if (count == 0 || errno != EINTR) {
        return std::nullopt;
      }
    }
  }

  static void say(std::string line) {
    line += '\n';
    for (std::size_t at = 0; at < line.size();) {
      const ssize_t count = ::write(output_, line.data() + at, line.size() - at);
      if (count > 0) {
        at += static_cast<std::size_t>(count);
      } else if (errno != EINTR) {
        std::_Exit(1);
      }
    }
  }

 private:
  // Above the numbers that programs close or count on, and not inherited by what they start.
  static int duplicate(int fd) {
    const int high = ::fcntl(fd, F_DUPFD_CLOEXEC, 200);
    return high >= 0 ? high : ::fcntl(fd, F_DUPFD_CLOEXEC, 3);
  }

  static inline constinit int input_ = -1;
  static inline constinit int output_ = -1;
  static inline std::string heard_;
};

}  // namespace assay::harness
