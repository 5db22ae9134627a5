package dev.assay.sandbox.cgroup;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Small files of cgroup file systems and /proc: each is read and written whole, in one call.
final class KernelFile {
  private static final int BUFFER_BYTES = 4096;

  private KernelFile() {}

  /// The text; empty when the file is not there or this kernel refuses to tell (`EOPNOTSUPP` of
  /// pressure files with `psi=0`, `ENODEV` of a group that is gone).
  static Optional<String> find(Path file) {
    try {
      return Optional.of(read(file));
    } catch (IOException absent) {
      return Optional.empty();
    }
  }

  /// @throws AssayException `SANDBOX_FAILED` when it cannot be read
  static String require(Path file) {
    try {
      return read(file);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.SANDBOX_FAILED, "cannot read %s: %s".formatted(file, reason(e)), e);
    }
  }

  /// In as few calls as can be: some thirty files are read for each process that is measured.
  private static String read(Path file) throws IOException {
    try (var in = new FileInputStream(file.toString())) {
      byte[] buffer = new byte[BUFFER_BYTES];
      int length = 0;
      for (int count = in.read(buffer); count > 0; ) {
        length += count;
        if (length == buffer.length) {
          buffer = Arrays.copyOf(buffer, 2 * length);
        }
        count = in.read(buffer, length, buffer.length - length);
      }
      return new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
    } catch (FileNotFoundException e) {
      // The only difference that `reason` makes between what can go wrong at opening.
      if (!Files.exists(file)) {
        NoSuchFileException absent = new NoSuchFileException(file.toString());
        absent.initCause(e);
        throw absent;
      }
      throw e;
    }
  }

  /// Writes a value to a file that exists.
  ///
  /// @throws AssayException `NOT_PERMITTED` or `MACHINE_UNFIT`, with the file and the value
  static void write(Path file, String value) {
    try {
      Files.write(
          file,
          value.getBytes(StandardCharsets.ISO_8859_1),
          StandardOpenOption.WRITE,
          StandardOpenOption.TRUNCATE_EXISTING);
    } catch (IOException e) {
      throw failure("cannot write '%s' to %s".formatted(value, file), e);
    }
  }

  /// The number in a file that holds only one.
  static @Nullable Long number(Path file) {
    return find(file).map(text -> parse(text.strip())).orElse(null);
  }

  /// The number behind a key in a file of `key value` lines.
  static @Nullable Long keyed(String text, String key) {
    int at = text.startsWith(key + " ") ? 0 : text.indexOf("\n" + key + " ");
    if (at < 0) {
      return null;
    }
    int from = text.indexOf(' ', at) + 1;
    int to = text.indexOf('\n', from);
    return parse(text.substring(from, to < 0 ? text.length() : to).strip());
  }

  private static @Nullable Long parse(String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException notANumber) {
      return null;
    }
  }

  static AssayException failure(String tried, IOException e) {
    String reason = reason(e);
    if (e instanceof AccessDeniedException
        || reason.contains("Operation not permitted")
        || reason.contains("Read-only file system")) {
      return new AssayException(
          ErrorCode.NOT_PERMITTED,
          "%s: %s; Assay needs root and writable control groups".formatted(tried, reason),
          e);
    }
    if (e instanceof NoSuchFileException) {
      return new AssayException(
          ErrorCode.MACHINE_UNFIT, tried + ": this kernel does not have that file", e);
    }
    return new AssayException(ErrorCode.MACHINE_UNFIT, "%s: %s".formatted(tried, reason), e);
  }

  static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof NoSuchFileException) {
      return "no such file";
    }
    if (e instanceof FileSystemException system && system.getReason() != null) {
      return system.getReason();
    }
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }
}
