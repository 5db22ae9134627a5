package dev.assay.core.game.source;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.zip.Deflater;

/// How large a source is: its bytes without comments and repeated white space, compressed by gzip
/// at its fastest level.
///
/// A comment and the white space around it are one run of white space. Each run becomes one
/// character, a line feed where the run has one and a space otherwise; those at the ends go. That
/// is done inside of strings too, as the Benchmarks Game does it.
///
/// @param bytes of the source as it is
/// @param plainBytes without comments and repeated white space
/// @param compressedBytes those, as a gzip file without a name
public record SourceSize(long bytes, long plainBytes, long compressedBytes) {
  /// Header and trailer of a gzip file without a name (RFC 1952).
  private static final int GZIP_FRAME = 18;

  /// @param source UTF-8, or Latin-1 where it is not
  public static SourceSize of(byte[] source, SourceLanguage language) {
    Charset charset = charset(source);
    byte[] plain = plain(new String(source, charset), language).getBytes(charset);
    return new SourceSize(source.length, plain.length, compressed(plain));
  }

  private static Charset charset(byte[] source) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(source));
      return StandardCharsets.UTF_8;
    } catch (CharacterCodingException e) {
      return StandardCharsets.ISO_8859_1;
    }
  }

  /// The text without comments and repeated white space.
  static String plain(String source, SourceLanguage language) {
    return collapsed(withoutComments(source, language));
  }

  /// The text with a space in place of each comment.
  static String withoutComments(String source, SourceLanguage language) {
    var rest = new StringBuilder(source.length());
    int at = 0;
    for (CommentLexer.Span comment : language.lexer().comments(source)) {
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
