package http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;

/// One connection to a platform, which is kept. It speaks HTTP by hand, so that who asks takes little of the machine, and
/// names another address at each request, as a proxy that the platform trusts does; so no rate for strangers limits it.
public final class Connection implements AutoCloseable {
  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  public Connection(URI base) throws IOException {
    socket = new Socket(base.getHost(), base.getPort());
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    out = socket.getOutputStream();
  }

  /// @param retryAfterSeconds what a 429 asks for; 0 otherwise
  public record Answer(int status, int retryAfterSeconds, byte[] body) {
    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  /// @param headers each with its line's end
  public Answer ask(String path, String headers) throws IOException {
    var random = ThreadLocalRandom.current();
    out.write("GET %s HTTP/1.1\r\nHost: bench\r\nX-Forwarded-For: 10.%d.%d.%d\r\n%s\r\n"
        .formatted(path, random.nextInt(256), random.nextInt(256), random.nextInt(256), headers)
        .getBytes(StandardCharsets.US_ASCII));
    int status = Integer.parseInt(line().split(" ")[1]);
    int length = -1;
    int seconds = 0;
    for (String line = line(); !line.isEmpty(); line = line()) {
      String value = line.substring(line.indexOf(':') + 1).strip();
      switch (line.substring(0, line.indexOf(':')).toLowerCase(java.util.Locale.ROOT)) {
        case "content-length" -> length = Integer.parseInt(value);
        case "retry-after" -> seconds = Integer.parseInt(value);
        default -> {}
      }
    }
    return new Answer(status, seconds, length >= 0 ? in.readNBytes(length) : chunks());
  }

  private byte[] chunks() throws IOException {
    var body = new ByteArrayOutputStream();
    for (int size = Integer.parseInt(line().strip(), 16); size > 0; size = Integer.parseInt(line().strip(), 16)) {
      body.write(in.readNBytes(size));
      line();
    }
    line();
    return body.toByteArray();
  }

  private String line() throws IOException {
    var line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new IOException("the platform ended the connection");
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
