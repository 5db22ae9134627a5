package dev.assay.runner.source;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.unit.DataSize;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.eclipse.jgit.lib.Constants;
import org.jspecify.annotations.Nullable;

/// Looks a pack through before git's own reader sees it (gitformat-pack(5)): whole objects only, so
/// that what it unpacks to is what its headers say, and within limits. Keeps nothing.
final class PackScan {
  private static final int SIGNATURE = 0x5041434b;
  private static final int VERSION = 2;
  private static final int BUFFER = 1 << 12;

  private final PackLimits limits;
  private final byte[] input = new byte[BUFFER];
  private final byte[] output = new byte[BUFFER];
  private long unpacked;

  private PackScan(PackLimits limits) {
    this.limits = limits;
  }

  /// @throws AssayException `TOO_LARGE` when it passes a limit, `SOLUTION_INVALID` when it is no
  ///   pack of one commit as [SourcePack] writes it
  static void require(Path pack, PackLimits limits) throws IOException {
    long size = Files.size(pack);
    if (size > limits.pack().bytes()) {
      throw tooLarge("has %s".formatted(new DataSize(size)), limits.pack().toText());
    }
    try (var in = Files.newInputStream(pack)) {
      new PackScan(limits).scan(new PushbackInputStream(new BufferedInputStream(in), BUFFER));
    } catch (EOFException e) {
      throw malformed("ends in the middle", e);
    } catch (DataFormatException e) {
      throw malformed("holds what cannot be unpacked: " + e.getMessage(), e);
    }
  }

  private void scan(PushbackInputStream in) throws IOException, DataFormatException {
    var header = new DataInputStream(in);
    if (header.readInt() != SIGNATURE || header.readInt() != VERSION) {
      throw malformed("does not begin as a git pack of version 2 does", null);
    }
    long objects = Integer.toUnsignedLong(header.readInt());
    if (objects > limits.objects()) {
      throw tooLarge("says that it holds %d objects".formatted(objects), limits.objects() + "");
    }
    int commits = 0;
    for (long i = 0; i < objects; i++) {
      commits += object(in) == Constants.OBJ_COMMIT ? 1 : 0;
    }
    if (commits != 1) {
      throw malformed("holds %d commits, where one is right".formatted(commits), null);
    }
  }

  /// @return its type
  private int object(PushbackInputStream in) throws IOException, DataFormatException {
    int next = read(in);
    int type = (next >> 4) & 7;
    long size = next & 15;
    for (int shift = 4; (next & 0x80) != 0; shift += 7) {
      next = read(in);
      if (shift > 50) {
        throw malformed("holds an object whose size has too many digits", null);
      }
      size |= (long) (next & 0x7f) << shift;
    }
    if (type != Constants.OBJ_COMMIT && type != Constants.OBJ_TREE && type != Constants.OBJ_BLOB) {
      throw malformed(
          "holds an object of kind %d; only whole ones are taken".formatted(type), null);
    }
    if (size > limits.object().bytes()) {
      throw tooLarge(
          "holds an object of %s".formatted(new DataSize(size)), limits.object().toText());
    }
    unpacked += size;
    if (unpacked > limits.unpacked().bytes()) {
      throw tooLarge("unpacks to more", limits.unpacked().toText());
    }
    inflate(in, size);
    return type;
  }

  private void inflate(PushbackInputStream in, long size) throws IOException, DataFormatException {
    var inflater = new Inflater();
    try {
      long got = 0;
      int given = 0;
      while (!inflater.finished()) {
        if (inflater.needsInput()) {
          given = in.read(input);
          if (given < 0) {
            throw new EOFException();
          }
          inflater.setInput(input, 0, given);
        }
        int count = inflater.inflate(output);
        got += count;
        if (got > size || inflater.needsDictionary()) {
          throw malformed("holds an object that is larger than it says", null);
        }
      }
      if (got != size) {
        throw malformed("holds an object that is smaller than it says", null);
      }
      int left = inflater.getRemaining();
      // What is left is the end of the last piece that was given.
      in.unread(input, given - left, left);
    } finally {
      inflater.end();
    }
  }

  private static int read(PushbackInputStream in) throws IOException {
    int one = in.read();
    if (one < 0) {
      throw new EOFException();
    }
    return one;
  }

  private static AssayException tooLarge(String what, String limit) {
    return new AssayException(
        ErrorCode.TOO_LARGE,
        "the pack of the source %s, and the limit is %s; keep large files out of the repository"
            .formatted(what, limit));
  }

  static AssayException malformed(String what, @Nullable Exception cause) {
    return new AssayException(
        ErrorCode.SOLUTION_INVALID,
        "the pack of the source %s; make it with `assay submit`".formatted(what),
        cause);
  }
}
