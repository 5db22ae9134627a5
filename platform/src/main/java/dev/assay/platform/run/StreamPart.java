package dev.assay.platform.run;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// The first bytes of a stream.
final class StreamPart extends FilterInputStream {
  private long left;

  StreamPart(InputStream in, long bytes) {
    super(in);
    this.left = bytes;
  }

  @Override
  public int read() throws IOException {
    int one = left <= 0 ? -1 : super.read();
    left -= one < 0 ? 0 : 1;
    return one;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    if (left <= 0) {
      return -1;
    }
    int count = super.read(buffer, offset, (int) Math.min(length, left));
    left -= Math.max(0, count);
    return count;
  }
}
