package dev.assay.cli;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.jspecify.annotations.Nullable;

/// A file that a person named, read whole: plain, or compressed by gzip or bzip2, which its first
/// bytes tell. A single dash is standard input.
///
/// @param path as it was typed
/// @param wanted what it should be, for errors: `a source`
/// @param mostBytes of it, decompressed
record InputFile(Path path, String wanted, long mostBytes) {
  private static final int MAGIC = 3;

  /// Its name for people.
  String name() {
    return isStandardInput() ? "standard input" : SafeText.shown(path.toString());
  }

  private boolean isStandardInput() {
    return path.toString().equals("-");
  }

  /// The bytes as they are, whatever they begin with.
  ///
  /// @throws AssayException `USAGE` for what cannot be read or is too large
  byte[] bytes() {
    try (InputStream in = open()) {
      return bounded(in);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /// The text, decompressed where that is needed, without a byte order mark. What is not UTF-8 is
  /// replaced.
  ///
  /// @throws AssayException `USAGE` for what cannot be read, is cut off or is too large
  String text() {
    try (InputStream in = decompressed(new BufferedInputStream(open()))) {
      String text = new String(bounded(in), StandardCharsets.UTF_8);
      return text.startsWith("\ufeff") ? text.substring(1) : text;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private InputStream open() throws IOException {
    if (isStandardInput()) {
      return System.in;
    }
    if (Files.isDirectory(path)) {
      throw invalid("is a folder");
    }
    return Files.newInputStream(path);
  }

  private static InputStream decompressed(BufferedInputStream in) throws IOException {
    in.mark(MAGIC);
    byte[] first = in.readNBytes(MAGIC);
    in.reset();
    if (first.length == MAGIC && (first[0] & 0xff) == 0x1f && (first[1] & 0xff) == 0x8b) {
      return new GZIPInputStream(in);
    }
    return new String(first, StandardCharsets.ISO_8859_1).equals("BZh")
        ? new BZip2CompressorInputStream(in, true)
        : in;
  }

  private byte[] bounded(InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(Math.toIntExact(mostBytes + 1));
    if (bytes.length > mostBytes) {
      throw invalid("has more than %d MiB".formatted(mostBytes >> 20));
    }
    return bytes;
  }

  private AssayException unreadable(IOException e) {
    return switch (e) {
      case NoSuchFileException _ -> invalid("does not exist", e);
      case EOFException _ -> invalid("ends too early: it is compressed, and cut off", e);
      case ZipException _ -> invalid("is damaged: %s".formatted(e.getMessage()), e);
      default -> invalid("cannot be read: %s".formatted(e.getMessage()), e);
    };
  }

  private AssayException invalid(String what) {
    return invalid(what, null);
  }

  private AssayException invalid(String what, @Nullable Throwable cause) {
    return new AssayException(
        ErrorCode.USAGE, "%s %s; name %s.".formatted(name(), what, wanted), cause);
  }
}
