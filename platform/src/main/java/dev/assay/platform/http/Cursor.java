package dev.assay.platform.http;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// Where a page begins: below a key. Its text is opaque to clients.
public final class Cursor {
  private Cursor() {}

  public static String of(long key) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(ByteBuffer.allocate(Long.BYTES).putLong(key).array());
  }

  /// The key that rows must be below; the largest there is for the first page.
  public static long parse(@Nullable String text) {
    if (text == null) {
      return Long.MAX_VALUE;
    }
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      if (bytes.length == Long.BYTES) {
        return ByteBuffer.wrap(bytes).getLong();
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw new AssayException(
        ErrorCode.REQUEST_INVALID,
        "The cursor '%s' is none of ours; send 'next' of the page before, or leave it out."
            .formatted(text));
  }
}
