package dev.assay.cli.client;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.wire.JsonCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Which platform is meant, and the token for it: from the options, else the environment
/// (ASSAY_PLATFORM, ASSAY_TOKEN), else the file that `assay login` writes, which only its owner can
/// read.
public final class Credentials {
  private final Map<String, String> environment;

  public Credentials(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  /// What the file holds.
  ///
  /// @param current the platform that was logged in to last
  /// @param tokens by the platform's address
  record Stored(@Nullable String current, Map<String, String> tokens) {
    Stored {
      tokens = new TreeMap<>(tokens);
    }
  }

  /// A platform and, where there is one, the token for it.
  public record Login(String platform, @Nullable String token) {
    @Override
    public String toString() {
      return platform;
    }
  }

  /// @param option `--platform`; absent when it was not given
  /// @throws AssayException `USAGE` when no platform is known
  public Login require(@Nullable String option) {
    Stored stored = read();
    String platform =
        Optional.ofNullable(option)
            .or(() -> usual(stored))
            .map(ApiClient::rootOf)
            .orElseThrow(() ->
                new AssayException(
                    ErrorCode.USAGE,
                    "No platform is known: log in with 'assay login URL', or name one with --platform URL or ASSAY_PLATFORM."));
    String token = environment.get("ASSAY_TOKEN");
    return new Login(platform, token == null ? stored.tokens().get(platform) : token);
  }

  /// Whether `require` would find a platform.
  public boolean isKnown(@Nullable String option) {
    return option != null || usual(read()).isPresent();
  }

  /// The login for the platform of an address that a person named. The token of the environment
  /// goes to no other platform than the one that is meant without an option.
  ///
  /// @param address of the platform, or of something on it
  public Login at(String address) {
    Stored stored = read();
    String root = ApiClient.rootOf(address);
    boolean isUsual = usual(stored).map(ApiClient::rootOf).filter(root::equals).isPresent();
    String token = isUsual ? environment.get("ASSAY_TOKEN") : null;
    return new Login(root, token == null ? stored.tokens().get(root) : token);
  }

  private Optional<String> usual(Stored stored) {
    return Optional.ofNullable(environment.get("ASSAY_PLATFORM"))
        .or(() -> Optional.ofNullable(stored.current()));
  }

  /// Keeps a token, and makes its platform the current one.
  public void store(Login login) {
    Stored old = read();
    var tokens = new TreeMap<>(old.tokens());
    if (login.token() != null) {
      tokens.put(login.platform(), login.token());
    }
    write(JsonCodec.toBytes(new Stored(login.platform(), tokens)));
  }

  /// Where they are kept.
  public Path file() {
    String home = environment.getOrDefault("HOME", "/root");
    String config = environment.getOrDefault("XDG_CONFIG_HOME", home + "/.config");
    return Path.of(config, "assay", "platforms.json");
  }

  private Stored read() {
    Path file = file();
    try {
      return Files.exists(file)
          ? JsonCodec.read(Files.readAllBytes(file), Stored.class, file.toString())
          : new Stored(null, Map.of());
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The tokens in %s could not be read: %s".formatted(file, e), e);
    }
  }

  private void write(byte[] content) {
    Path file = file();
    Path next = file.resolveSibling(file.getFileName() + ".next");
    try {
      Files.createDirectories(file.getParent());
      Files.deleteIfExists(next);
      var ownerOnly =
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
      try (var channel =
          FileChannel.open(
              next, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), ownerOnly)) {
        var bytes = ByteBuffer.wrap(content);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
      }
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The token could not be kept in %s: %s".formatted(file, e), e);
    }
  }
}
