package dev.assay.platform.http;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A form with files (`multipart/form-data`, RFC 7578), read as it comes: the fields that stand
/// before the first file, then one file after the other. Nothing of a file is kept in memory. For
/// one thread.
public final class MultipartForm {
  private static final int MOST_FIELDS = 50;
  private static final int MOST_FIELD_BYTES = 128 << 10;
  private static final Pattern BOUNDARY =
      Pattern.compile("(?i)(?:^|;)\\s*boundary=(?:\"([^\"]{1,70})\"|([^\\s;\"]{1,70}))");
  private static final Pattern NAME = Pattern.compile("(?i);\\s*name=\"([^\"]*)\"");
  private static final Pattern FILE_NAME = Pattern.compile("(?i);\\s*filename=\"([^\"]*)\"");

  private final PartReader parts;
  private final Map<String, String> fields = new LinkedHashMap<>();
  private @Nullable FilePart ahead;
  private int count;

  private MultipartForm(PartReader parts) {
    this.parts = parts;
  }

  /// @param contentType with its boundary
  static MultipartForm of(String contentType, InputStream body) {
    Matcher boundary = BOUNDARY.matcher(contentType);
    if (!boundary.find()) {
      throw malformed("its Content-Type names no boundary of 1 to 70 characters");
    }
    String text = boundary.group(1) == null ? boundary.group(2) : boundary.group(1);
    return new MultipartForm(new PartReader(body, text));
  }

  static AssayException malformed(String why) {
    return new AssayException(
        ErrorCode.REQUEST_INVALID, "The form cannot be read: %s.".formatted(why));
  }

  /// A file of the form.
  ///
  /// @param name of the form's field
  /// @param fileName as the sender calls it; empty when no file was chosen
  public record FilePart(String name, String fileName, InputStream content) {
    /// The content up to so many bytes.
    ///
    /// @throws AssayException `TOO_LARGE` when there are more, as soon as they are read
    public InputStream content(long mostBytes) {
      return new BoundedBody(() -> content, mostBytes, System::nanoTime);
    }

    /// The whole content.
    public byte[] bytes(long mostBytes) {
      try (InputStream in = content(mostBytes)) {
        return in.readAllBytes();
      } catch (IOException e) {
        throw BoundedBody.brokenOff(e);
      }
    }
  }

  /// A field that stands before the first file, or before the files that were read.
  public Optional<String> field(String name) {
    if (!fields.containsKey(name)) {
      lookAhead();
    }
    return Optional.ofNullable(fields.get(name)).map(text -> PlainText.requireNoNul(name, text));
  }

  /// The next file, whose content has to be read before the one after it is asked for. What is left
  /// of it is passed over.
  public Optional<FilePart> nextFile() {
    lookAhead();
    Optional<FilePart> next = Optional.ofNullable(ahead);
    ahead = null;
    return next;
  }

  /// Reads fields until a file begins, or the form ends.
  private void lookAhead() {
    while (ahead == null && parts.next()) {
      String disposition = parts.disposition();
      String name = parameter(NAME, disposition);
      String fileName = parameter(FILE_NAME, disposition);
      if (name == null) {
        throw malformed("a part of it has no name");
      }
      if (fileName == null) {
        addField(name);
      } else {
        ahead = new FilePart(name, fileName, parts.content());
      }
    }
  }

  private static @Nullable String parameter(Pattern pattern, String disposition) {
    Matcher found = pattern.matcher(disposition);
    return found.find() ? found.group(1).replace("%22", "\"") : null;
  }

  private void addField(String name) {
    if (++count > MOST_FIELDS) {
      throw malformed("it has more than %d fields".formatted(MOST_FIELDS));
    }
    try {
      byte[] value = parts.content().readNBytes(MOST_FIELD_BYTES + 1);
      if (value.length > MOST_FIELD_BYTES) {
        throw new AssayException(
            ErrorCode.TOO_LARGE,
            "The field '%s' has more than %d bytes."
                .formatted(SafeText.shown(name), MOST_FIELD_BYTES));
      }
      fields.putIfAbsent(name, new String(value, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw BoundedBody.brokenOff(e);
    }
  }

  /// Cuts a body at its boundaries.
  private static final class PartReader {
    private static final int MOST_HEADER_BYTES = 8 << 10;

    private final InputStream in;
    private final byte[] delimiter;
    private final byte[] buffer = new byte[64 << 10];
    private int start;
    private int end;

    /// Bytes of the buffer up to here are content of the part.
    private int clearTo;

    private boolean isAtDelimiter;
    private boolean isBegun;
    private boolean isOver;
    private String disposition = "";

    PartReader(InputStream in, String boundary) {
      this.in = in;
      this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.UTF_8);
      // A delimiter begins with a line end, and the first one stands where the body begins.
      buffer[0] = '\r';
      buffer[1] = '\n';
      end = 2;
    }

    String disposition() {
      return disposition;
    }

    /// Goes to the next part; false when there is none.
    boolean next() {
      if (isOver) {
        return false;
      }
      skip();
      isBegun = true;
      start += delimiter.length;
      isAtDelimiter = false;
      clearTo = start;
      int first = one();
      int second = one();
      if (first == '-' && second == '-') {
        isOver = true;
        return false;
      }
      if (first != '\r' || second != '\n') {
        throw malformed("a boundary of it does not end its line");
      }
      readHeaders();
      return true;
    }

    private void skip() {
      long skipped = 0;
      byte[] sink = new byte[8 << 10];
      for (int count = read(sink, 0, sink.length); count >= 0; count = read(sink, 0, sink.length)) {
        skipped += count;
        if (!isBegun && skipped > MOST_HEADER_BYTES) {
          throw malformed("it does not begin with its boundary");
        }
      }
    }

    private void readHeaders() {
      var headers = new ByteArrayOutputStream();
      String text = "";
      while (!text.endsWith("\r\n\r\n") && !text.equals("\r\n")) {
        headers.write(one());
        if (headers.size() > MOST_HEADER_BYTES) {
          throw malformed("the headers of a part have more than 8 KiB");
        }
        text = endOf(headers);
      }
      disposition =
          headers
              .toString(StandardCharsets.UTF_8)
              .lines()
              .filter(line -> line.regionMatches(true, 0, "Content-Disposition:", 0, 20))
              .findFirst()
              .orElse("");
    }

    private static String endOf(ByteArrayOutputStream headers) {
      byte[] bytes = headers.toByteArray();
      int from = Math.max(0, bytes.length - 4);
      return new String(bytes, from, bytes.length - from, StandardCharsets.ISO_8859_1);
    }

    private int one() {
      if (start == end && !fill()) {
        throw malformed("it breaks off");
      }
      clearTo = Math.max(clearTo, start + 1);
      return buffer[start++] & 0xFF;
    }

    /// Moves what is left to the front and reads more; false at the end of the body.
    private boolean fill() {
      System.arraycopy(buffer, start, buffer, 0, end - start);
      clearTo -= start;
      end -= start;
      start = 0;
      try {
        int count = in.read(buffer, end, buffer.length - end);
        end += Math.max(0, count);
        return count > 0;
      } catch (IOException e) {
        throw BoundedBody.brokenOff(e);
      }
    }

    /// Content of the part; -1 at its end.
    int read(byte[] target, int offset, int length) {
      while (start >= clearTo) {
        if (isAtDelimiter) {
          return -1;
        }
        look();
        if (start >= clearTo && !isAtDelimiter && !fill()) {
          throw malformed("it breaks off");
        }
      }
      int count = Math.min(length, clearTo - start);
      System.arraycopy(buffer, start, target, offset, count);
      start += count;
      return count;
    }

    /// Finds out how far the content goes in what is there.
    private void look() {
      int from = Math.max(start, clearTo);
      for (int at = from; at + delimiter.length <= end; at++) {
        if (isDelimiter(at)) {
          clearTo = at;
          isAtDelimiter = true;
          return;
        }
      }
      clearTo = Math.max(from, end - delimiter.length + 1);
    }

    private boolean isDelimiter(int at) {
      for (int i = 0; i < delimiter.length; i++) {
        if (buffer[at + i] != delimiter[i]) {
          return false;
        }
      }
      return true;
    }

    InputStream content() {
      return new InputStream() {
        @Override
        public int read() {
          byte[] one = new byte[1];
          return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
          return length == 0 ? 0 : PartReader.this.read(target, offset, length);
        }
      };
    }
  }
}
