package dev.assay.bundle.manifest;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.tomlj.Toml;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlVersion;

/// A manifest that was read and is valid TOML 1.0; what its keys mean is still unchecked.
///
/// @param path the file
/// @param text its content
/// @param toml what it says
record ManifestFile(Path path, String text, TomlParseResult toml) {
  /// The most that a manifest may hold.
  static final int MAX_BYTES = 256 * 1024;

  /// Reads `folder/fileName`.
  ///
  /// @param code how failures of this file are named
  /// @throws AssayException when the file is missing, too large, not UTF-8 or not TOML
  static ManifestFile read(Path folder, String fileName, ErrorCode code) {
    Path path = folder.resolve(fileName);
    String text = readText(folder, fileName, MAX_BYTES, code);
    TomlParseResult toml;
    try {
      toml = Toml.parse(text, TomlVersion.V1_0_0);
    } catch (StackOverflowError e) {
      throw new AssayException(
          code, "%s nests arrays or tables too deeply; flatten it.".formatted(path), e);
    }
    var errors = new ManifestErrors(fileName);
    toml.errors().forEach(error -> errors.addLine(error.position(), explain(error)));
    errors.throwIfAny(code, path);
    return new ManifestFile(path, text, toml);
  }

  /// The text of `folder/fileName`.
  ///
  /// @param most bytes that it may have, whole KiB
  /// @throws AssayException when the file is missing, too large or not UTF-8
  static String readText(Path folder, String fileName, int most, ErrorCode code) {
    Path path = folder.resolve(fileName);
    return decode(path, readBytes(path, fileName, most, code), code);
  }

  private static byte[] readBytes(Path path, String fileName, int most, ErrorCode code) {
    if (!Files.isRegularFile(path)) {
      throw new AssayException(
          code, "There is no file %s; name the folder that has a %s.".formatted(path, fileName));
    }
    try (InputStream stream = Files.newInputStream(path)) {
      byte[] bytes = stream.readNBytes(most + 1);
      if (bytes.length > most) {
        throw new AssayException(
            code,
            "%s is larger than %d KiB, which is the most a %s may hold."
                .formatted(path, most / 1024, most == MAX_BYTES ? "manifest" : "config"));
      }
      return bytes;
    } catch (IOException e) {
      throw new AssayException(ErrorCode.IO, "Cannot read %s: %s".formatted(path, e), e);
    }
  }

  private static String decode(Path path, byte[] bytes, ErrorCode code) {
    var decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    try {
      return decoder.decode(buffer).toString();
    } catch (CharacterCodingException e) {
      int valid = buffer.position();
      int line = 1;
      for (int i = 0; i < valid; i++) {
        line += bytes[i] == '\n' ? 1 : 0;
      }
      throw new AssayException(
          code,
          "%s is not valid UTF-8: byte %d, in line %d; save it as UTF-8."
              .formatted(path, valid, line),
          e);
    }
  }

  private static String explain(TomlParseError error) {
    String message = error.getMessage();
    if (message == null) {
      return "not valid TOML";
    }
    return message.equals("Integer is too large")
        ? "integer is too large: TOML's integers have 64 bits with a sign; write a larger u64 parameter as a string of digits"
        : message;
  }

  /// The line and column that a fault of the whole file is reported at.
  static TomlPosition start() {
    return TomlPosition.positionAt(1, 1);
  }
}
