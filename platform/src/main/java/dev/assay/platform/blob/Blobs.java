package dev.assay.platform.blob;

import java.io.InputStream;
import java.util.OptionalLong;

/// Files known by the SHA-256 of their content, hex. Once stored, a blob is never changed.
public interface Blobs {
  /// Stores what `content` gives.
  ///
  /// @param expected the hash that it must have
  /// @return how many bytes it has
  /// @throws dev.assay.core.error.AssayException `REQUEST_INVALID` when the hash is another,
  ///   `DISK_FULL` when it cannot be written; nothing is stored then
  long store(String expected, InputStream content);

  /// Stores bytes and tells their hash.
  String store(byte[] content);

  /// The content.
  ///
  /// @throws dev.assay.core.error.AssayException `NOT_FOUND`
  InputStream open(String hash);

  /// Size in bytes; empty when there is no such blob.
  OptionalLong findSize(String hash);
}
