package dev.assay.runner.agent;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.protocol.RunnerRegistration;
import dev.assay.core.text.TextHash;
import dev.assay.core.wire.JsonCodec;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;

/// What a runner knows of one platform, in a folder that only its user may read and only one
/// process at a time may use: `key.json`, `lock`, `spool/`, and beside it `bundles/`.
public final class Registration implements AutoCloseable {
  private static final String KEY = "key.json";

  private final Path folder;
  private final FileChannel lock;

  private Registration(Path folder, FileChannel lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /// Takes the folder of a platform for this process.
  ///
  /// @param home `ASSAY_HOME`
  /// @throws AssayException `MACHINE_UNFIT` when another process has it
  public static Registration open(Path home, URI platform) {
    Path folder = home.resolve("runner").resolve(TextHash.of(platform.toString()).substring(0, 16));
    try {
      Files.createDirectories(folder.resolve("spool"));
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
      Files.writeString(folder.resolve("platform"), platform + "\n");
      var channel =
          FileChannel.open(
              folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!isLocked(channel)) {
        channel.close();
        throw new AssayException(
            ErrorCode.MACHINE_UNFIT,
            "Another runner for %s is at work on this machine (it holds %s). One at a time, since two would disturb each other's measurements."
                .formatted(platform, folder.resolve("lock")));
      }
      return new Registration(folder, channel);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO,
          "The runner's folder %s cannot be used: %s. Set ASSAY_HOME to a folder that can be written."
              .formatted(folder, e),
          e);
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /// The key, once this machine is registered.
  public Optional<RunnerRegistration.Accepted> find() {
    Path file = folder.resolve(KEY);
    try {
      return Files.exists(file)
          ? Optional.of(
              JsonCodec.read(
                  Files.readAllBytes(file), RunnerRegistration.Accepted.class, file.toString()))
          : Optional.empty();
    } catch (IOException e) {
      throw new AssayException(ErrorCode.IO, "%s cannot be read: %s".formatted(file, e), e);
    }
  }

  /// Keeps the key, readable for this user alone.
  public void keep(RunnerRegistration.Accepted accepted) {
    try {
      Path next = folder.resolve(KEY + ".next");
      Files.deleteIfExists(next);
      Files.createFile(
          next, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.write(next, JsonCodec.toBytes(accepted));
      Files.move(next, folder.resolve(KEY), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The runner's key cannot be kept in %s: %s".formatted(folder, e), e);
    }
  }

  /// Where runs wait until the platform has them.
  public Path spool() {
    return folder.resolve("spool");
  }

  /// Where bundles are kept.
  public Path bundles() {
    return folder.resolve("bundles");
  }

  /// Where what the platform refused is kept for a person.
  public Path refused() {
    return folder.resolve("refused");
  }

  /// The machine's, the same at each start and of no use to anybody else: a hash of
  /// `/etc/machine-id` (machine-id(5)), else of a number that is drawn once.
  public String machineId(Path root, SecureRandom random) {
    try {
      Path file = root.resolve("etc/machine-id");
      if (Files.isReadable(file) && !Files.readString(file).isBlank()) {
        return TextHash.of("assay runner " + Files.readString(file).strip()).substring(0, 32);
      }
      Path drawn = folder.resolve("machine-id");
      if (!Files.exists(drawn)) {
        Files.writeString(drawn, randomText(random));
      }
      return Files.readString(drawn).strip();
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "This machine's id cannot be told: %s".formatted(e), e);
    }
  }

  static String randomText(SecureRandom random) {
    byte[] bytes = new byte[16];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /// Gives the folder back.
  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw new AssayException(ErrorCode.IO, "cannot unlock %s: %s".formatted(folder, e), e);
    }
  }
}
