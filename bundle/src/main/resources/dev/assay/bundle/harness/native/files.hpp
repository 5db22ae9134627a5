// Part of Assay's harness, laid over the solution before every build. Changes here are lost.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "shape.hpp"

namespace assay::harness {

static_assert(std::endian::native == std::endian::little, "files are little-endian, and read as they are");

[[noreturn]] inline void fail_with_errno(const std::string& what) {
  throw Fault(what + ": " + std::strerror(errno));
}

/// A file descriptor that is closed when it goes.
class File {
 public:
  File(const std::string& path, int flags) : path_(path), fd_(::open(path.c_str(), flags | O_CLOEXEC, 0644)) {
    if (fd_ < 0) {
      fail_with_errno("cannot open " + path);
    }
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { ::close(fd_); }

  std::size_t size() const {
    struct stat status;
    if (::fstat(fd_, &status) != 0) {
      fail_with_errno("cannot see the size of " + path_);
    }
    return static_cast<std::size_t>(status.st_size);
  }

  void read(void* target, std::size_t size) const {
    char* at = static_cast<char*>(target);
    while (size > 0) {
      const ssize_t count = ::read(fd_, at, size);
      if (count == 0) {
        throw Fault(path_ + " ended while it was read");
      }
      if (count < 0 && errno != EINTR) {
        fail_with_errno("cannot read " + path_);
      }
      if (count > 0) {
        at += count;
        size -= static_cast<std::size_t>(count);
      }
    }
  }

  void write(const void* source, std::size_t size) const {
    const char* at = static_cast<const char*>(source);
    while (size > 0) {
      const ssize_t count = ::write(fd_, at, size);
      if (count < 0 && errno != EINTR) {
        fail_with_errno("cannot write " + path_);
      }
      if (count > 0) {
        at += count;
        size -= static_cast<std::size_t>(count);
      }
    }
  }

 private:
  std::string path_;
  int fd_;
};

/// Makes a vector `count` elements long without writing them, since a file is about to be read
/// into it: filling 100 MB with zeros first would cost a good part of reading them.
template <class T>
void resize_unwritten(std::vector<T>& values, std::size_t count) {
  static_assert(std::is_trivially_copyable_v<T>);
#if defined(__GLIBCXX__) && !defined(_GLIBCXX_SANITIZE_VECTOR)
  // The standard has no such call for vectors; libstdc++ has kept these members since its first ABI.
  struct Opened : std::vector<T> {
    void end_at(std::size_t size) { this->_M_impl._M_finish = this->_M_impl._M_start + size; }
  };
  Opened opened;
  opened.swap(values);
  opened.clear();
  opened.reserve(count);
  opened.end_at(count);
  opened.swap(values);
#else
  values.resize(count);
#endif
}

inline void require_size(const std::string& path, std::size_t found, std::size_t wanted) {
  if (found != wanted) {
    throw Fault(path + " has " + std::to_string(found) + " bytes, its type has " + std::to_string(wanted));
  }
}

template <class T>
void read_value(const std::string& path, T& value, Shape) {
  static_assert(std::is_arithmetic_v<T>);
  const File file(path, O_RDONLY);
  require_size(path, file.size(), sizeof(T));
  file.read(&value, sizeof(T));
}

template <class T>
void read_value(const std::string& path, std::vector<T>& values, Shape shape) {
  const File file(path, O_RDONLY);
  const std::size_t size = file.size();
  if (!shape.any) {
    std::size_t wanted = 0;
    if (__builtin_mul_overflow(shape.count, sizeof(T), &wanted)) {
      throw Fault(path + " would be larger than memory can be");
    }
    require_size(path, size, wanted);
  }
  resize_unwritten(values, size / sizeof(T));
  file.read(values.data(), size);
}

template <class T>
void require_count(const char*, const T&, Shape) {
  static_assert(std::is_arithmetic_v<T>);
}

template <class T>
void require_count(const char* name, const std::vector<T>& values, Shape shape) {
  if (!shape.any && values.size() != shape.count) {
    throw Fault(std::string("output ") + name + " has " + std::to_string(values.size()) +
                " elements, its type has " + std::to_string(shape.count));
  }
}

template <class T>
void write_value(const std::string& path, const T& value) {
  static_assert(std::is_arithmetic_v<T>);
  File(path, O_WRONLY | O_CREAT | O_TRUNC).write(&value, sizeof(T));
}

template <class T>
void write_value(const std::string& path, const std::vector<T>& values) {
  File(path, O_WRONLY | O_CREAT | O_TRUNC).write(values.data(), values.size() * sizeof(T));
}

inline void make_folder(const std::string& path) {
  if (::mkdir(path.c_str(), 0755) != 0 && errno != EEXIST) {
    fail_with_errno("cannot make the folder " + path);
  }
}

}  // namespace assay::harness
