package dev.assay.core.game.source;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;

/// How large a source is: its bytes without comments and repeated white space, compressed by gzip
/// at its fastest level.
///
/// A comment and the white space around it are one run of white space. Each run becomes one
/// character, a line feed where the run has one and a space otherwise; those at the ends go. That
/// is done inside of strings too, as the Benchmarks Game does it. A carriage return is the end of a
/// line, with a line feed behind it or without, and a byte order mark is no part of a source.
///
/// @param bytes of the source as it is
/// @param plainBytes without comments and repeated white space
/// @param compressedBytes those, as a gzip file without a name
/// @param doubts why the size may be wrong, as sentences: what does not end as the language wants
///   it
public record SourceSize(long bytes, long plainBytes, long compressedBytes, List<String> doubts) {
  /// Header and trailer of a gzip file without a name (RFC 1952).
  private static final int GZIP_FRAME = 18;

  private static final int MOST_DOUBTS = 3;

  public SourceSize {
    doubts = List.copyOf(doubts);
  }

  /// @param source UTF-8, or UTF-16 with a byte order mark, or Latin-1 where it is neither
  public static SourceSize of(byte[] source, SourceLanguage language) {
    Charset charset = charset(source);
    String text = text(source, charset);
    var found = language.lexer().find(text);
    byte[] plain = collapsed(without(found.comments(), text)).getBytes(charset);
    return new SourceSize(source.length, plain.length, compressed(plain), doubts(text, found));
  }

  private static String text(byte[] source, Charset charset) {
    String text = new String(source, charset);
    String marked = text.startsWith("\ufeff") ? text.substring(1) : text;
    return marked.replace("\r\n", "\n").replace('\r', '\n');
  }

  private static List<String> doubts(String text, CommentLexer.Found found) {
    var doubts = new ArrayList<String>();
    if (text.indexOf('\0') >= 0) {
      doubts.add("it has NUL characters, so it may be no source");
    }
    found.unended().stream().limit(MOST_DOUBTS).forEach(at -> doubts.add(unended(text, at)));
    if (found.unended().size() > MOST_DOUBTS) {
      doubts.add("and %d more".formatted(found.unended().size() - MOST_DOUBTS));
    }
    return doubts;
  }

  private static String unended(String text, int at) {
    long line = text.substring(0, at).chars().filter(c -> c == '\n').count() + 1;
    return "on line %d a comment, string or pattern begins that does not end".formatted(line);
  }

  private static boolean hasMark(byte[] source, int first, int second) {
    return source.length >= 2 && source[0] == (byte) first && source[1] == (byte) second;
  }

  private static Charset charset(byte[] source) {
    if (hasMark(source, 0xfe, 0xff)) {
      return StandardCharsets.UTF_16BE;
    }
    if (hasMark(source, 0xff, 0xfe)) {
      return StandardCharsets.UTF_16LE;
    }
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(source));
      return StandardCharsets.UTF_8;
    } catch (CharacterCodingException e) {
      return StandardCharsets.ISO_8859_1;
    }
  }

  /// The text without comments and repeated white space.
  static String plain(String source, SourceLanguage language) {
    return collapsed(without(language.lexer().find(source).comments(), source));
  }

  /// The text with a space in place of each comment.
  private static String without(List<CommentLexer.Span> comments, String source) {
    var rest = new StringBuilder(source.length());
    int at = 0;
    for (CommentLexer.Span comment : comments) {
      rest.append(source, at, comment.start()).append(' ');
      at = comment.end();
    }
    return rest.append(source, at, source.length()).toString();
  }

  private static String collapsed(String text) {
    var rest = new StringBuilder(text.length());
    char run = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c)) {
        run = run == '\n' || c == '\n' ? '\n' : ' ';
      } else {
        if (run != 0 && !rest.isEmpty()) {
          rest.append(run);
        }
        rest.append(c);
        run = 0;
      }
    }
    return rest.toString();
  }

  private static long compressed(byte[] plain) {
    try (var deflater = new Deflater(Deflater.BEST_SPEED, true)) {
      deflater.setInput(plain);
      deflater.finish();
      byte[] out = new byte[8192];
      while (!deflater.finished()) {
        if (deflater.deflate(out) == 0) {
          throw new AssayException(ErrorCode.INTERNAL, "A source could not be compressed.");
        }
      }
      return deflater.getBytesWritten() + GZIP_FRAME;
    }
  }
}
