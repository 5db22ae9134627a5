package dev.assay.runner.suite;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.wire.JsonCodec;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// A file of lines that only grows. Each is on the disk before `append` comes back.
public final class LineFile {
  private final Path file;

  public LineFile(Path file) {
    this.file = file;
  }

  /// A line and where it stands, for messages.
  public record Line(String text, String place) {}

  public boolean isEmpty() {
    try {
      return !Files.exists(file) || Files.size(file) == 0;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /// All lines. One that was cut off by a power cut is taken away.
  public List<Line> lines() {
    var lines = new ArrayList<Line>();
    if (isEmpty()) {
      return lines;
    }
    try {
      cutTorn();
      // What is no UTF-8 is damaged, and is named with its line by whoever reads it.
      String all = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      for (String text : all.lines().toList()) {
        lines.add(new Line(text, "%s, line %d".formatted(file, lines.size() + 1)));
      }
    } catch (IOException e) {
      throw failed(e);
    }
    return lines;
  }

  /// What the lines hold.
  ///
  /// @throws AssayException that names the line which is something else, and what to do
  public <T> List<T> read(Class<T> type) {
    return lines().stream().map(line -> read(line, type)).toList();
  }

  private static <T> T read(Line line, Class<T> type) {
    try {
      return JsonCodec.read(line.text().getBytes(StandardCharsets.UTF_8), type, line.place());
    } catch (AssayException e) {
      throw new AssayException(
          e.code(),
          "%s The file is damaged there: take that line away to go on without it, or name another folder with --results."
              .formatted(e.getMessage()),
          e);
    }
  }

  private void cutTorn() throws IOException {
    try (var all = new RandomAccessFile(file.toFile(), "rw")) {
      long end = all.length();
      while (end > 0 && byteAt(all, end - 1) != '\n') {
        end--;
      }
      if (end < all.length()) {
        all.setLength(end);
      }
    }
  }

  private static int byteAt(RandomAccessFile file, long place) throws IOException {
    file.seek(place);
    return file.read();
  }

  /// @param text without a line feed
  public void append(String text) {
    byte[] line = (text + "\n").getBytes(StandardCharsets.UTF_8);
    try (var channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      var buffer = ByteBuffer.wrap(line);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      // What is needed to read it again; times of the file are not.
      channel.force(false);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private AssayException failed(IOException e) {
    return new AssayException(
        ErrorCode.IO, "The file %s could not be read or written: %s".formatted(file, e), e);
  }
}
