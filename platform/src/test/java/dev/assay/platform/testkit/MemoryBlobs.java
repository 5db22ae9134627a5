package dev.assay.platform.testkit;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.blob.Blobs;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/// Blobs of one test.
public final class MemoryBlobs implements Blobs {
  private final Map<String, byte[]> contents = new ConcurrentHashMap<>();

  @Override
  public long store(String expected, InputStream content) {
    try {
      byte[] bytes = content.readAllBytes();
      if (!hashOf(bytes).equals(expected)) {
        throw new AssayException(ErrorCode.REQUEST_INVALID, "The hash is another: " + expected);
      }
      contents.put(expected, bytes);
      return bytes.length;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String store(byte[] content) {
    String hash = hashOf(content);
    contents.put(hash, content.clone());
    return hash;
  }

  @Override
  public InputStream open(String hash) {
    byte[] found = contents.get(hash);
    if (found == null) {
      throw new AssayException(ErrorCode.NOT_FOUND, "There is no blob " + hash);
    }
    return new ByteArrayInputStream(found);
  }

  @Override
  public OptionalLong findSize(String hash) {
    byte[] found = contents.get(hash);
    return found == null ? OptionalLong.empty() : OptionalLong.of(found.length);
  }

  public static String hashOf(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
