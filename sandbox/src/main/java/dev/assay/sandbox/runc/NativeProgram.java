package dev.assay.sandbox.runc;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.sandbox.host.HostAnswer;
import dev.assay.sandbox.host.HostCommand;
import dev.assay.sandbox.host.HostPrograms;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/// What is written in C, built from its source on the machine that it runs on. One build serves
/// until the source changes.
public enum NativeProgram {
  /// First process of each container.
  LAUNCHER("launcher.c", "launcher", "-static -O2"),
  /// Puts the wall clock ahead in what it is preloaded into.
  CLOCK_SHIFT("clock-shift.c", "clock-shift.so", "-shared -fPIC -O2"),
  /// What `assay doctor` executes in the sandbox.
  SELF_TEST("self-test.c", "self-test", "-static -O2 -pthread");

  private final String sourceName;
  private final String fileName;
  private final String flags;

  NativeProgram(String sourceName, String fileName, String flags) {
    this.sourceName = sourceName;
    this.fileName = fileName;
    this.flags = flags;
  }

  /// Its file; builds it when it is not there yet.
  ///
  /// @param home state of Assay on this machine; kept in `launcher/` there, under the hash of its
  ///   source
  /// @throws AssayException `PROGRAM_MISSING` without a C compiler, `MACHINE_UNFIT` when that
  ///   cannot link statically
  public Path require(Path home, HostPrograms programs) {
    byte[] source = source();
    Path folder = home.resolve("launcher").resolve(sha256(source));
    Path binary = folder.resolve(fileName);
    if (!Files.isExecutable(binary)) {
      build(programs, source, folder, binary);
    }
    return binary;
  }

  private byte[] source() {
    try (InputStream stream = NativeProgram.class.getResourceAsStream(sourceName)) {
      return Objects.requireNonNull(stream, sourceName + " is not among the resources")
          .readAllBytes();
    } catch (IOException e) {
      throw new AssayException(ErrorCode.INTERNAL, "cannot read the source " + sourceName, e);
    }
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }

  private void build(HostPrograms programs, byte[] source, Path folder, Path binary) {
    try {
      Files.createDirectories(folder);
      Path code = folder.resolve(sourceName);
      Files.write(code, source);
      // Renamed when done: two that build at once get the same file, whole.
      Path fresh = Files.createTempFile(folder, fileName, ".new");
      compile(programs, code, fresh);
      Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.move(
          fresh, binary, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "cannot build %s in %s: %s".formatted(fileName, folder, e.getMessage()), e);
    }
  }

  private void compile(HostPrograms programs, Path code, Path into) throws IOException {
    if (programs.find("cc").isEmpty()) {
      throw new AssayException(
          ErrorCode.PROGRAM_MISSING,
          "cannot build %s: there is no C compiler 'cc'. Install one: apt-get install gcc libc6-dev"
              .formatted(fileName));
    }
    var words = new ArrayList<>(List.of("cc"));
    words.addAll(List.of(flags.split(" ", -1)));
    words.addAll(List.of("-o", into.toString(), code.toString()));
    var command = HostCommand.of(words);
    HostAnswer answer = programs.execute(command);
    if (!answer.succeeded()) {
      Files.deleteIfExists(into);
      throw new AssayException(
          ErrorCode.MACHINE_UNFIT,
          "cannot build %s: '%s' %s: %s. It needs the static C library and the kernel's headers: apt-get install gcc libc6-dev"
              .formatted(fileName, command.toText(), answer.ending(), answer.errors().strip()));
    }
  }
}
