package dev.assay.bundle.manifest;

import dev.assay.core.bundle.EnvelopeSpec;
import dev.assay.core.encrypted.SecurityFloor;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/// What the author of an encrypted solution chose: `config.jsonc`, checked against the bundle's
/// `[envelope.config]`. JSON, in which comments and commas after the last element are allowed.
///
/// @param json the same without comments, one line, in the order of the bundle's declaration;
///   numbers are exactly those of the file
/// @param ringDegree what the bundle calls the ring's degree
/// @param modulusBits bits of the ciphertext modulus's primes, or of the whole of it as one
public record SolutionConfig(String json, BigInteger ringDegree, List<BigInteger> modulusBits) {
  /// The name of the file in a solution's folder.
  public static final String FILE_NAME = "config.jsonc";

  /// The most that the file may hold, in bytes.
  public static final int MAX_BYTES = 64 * 1024;

  public SolutionConfig {
    modulusBits = List.copyOf(modulusBits);
  }

  /// Reads the config of the solution in `folder`.
  ///
  /// @throws AssayException `SOLUTION_INVALID` with a line `config.jsonc:LINE:COLUMN: KEY:
  ///   sentence` for each error, 20 at most
  public static SolutionConfig read(Path folder, EnvelopeSpec envelope) {
    Path path = folder.resolve(FILE_NAME);
    if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new AssayException(
          ErrorCode.SOLUTION_INVALID,
          "There is no file %s; an encrypted solution says there what it chose: %s."
              .formatted(path, keys(envelope)));
    }
    String text = ManifestFile.readText(folder, FILE_NAME, MAX_BYTES, ErrorCode.SOLUTION_INVALID);
    return new ConfigReader(path, envelope).read(text);
  }

  /// Whether the parameters are as secure as the bundle asks for.
  ///
  /// @param envelope that the config was read for
  public SecurityFloor.Verdict security(EnvelopeSpec envelope) {
    return SecurityFloor.judge(envelope.securityBits(), ringDegree, modulusBits);
  }

  private static String keys(EnvelopeSpec envelope) {
    return envelope.config().entrySet().stream()
        .map(key -> "%s (%s)".formatted(key.getKey(), key.getValue().text()))
        .collect(Collectors.joining(", "));
  }
}
