package dev.assay.platform.webhook;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/// Sends one POST by HTTP/1.1 (RFC 9112) to the very address that was checked. The clients at hand
/// look a name up by themselves, which another answer of the name's server could lead into a
/// private network. No redirection is followed, no proxy used, no connection kept. Thread-safe.
final class DirectPost implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final int MOST_HEAD = 16 << 10;
  private static final int MOST_INTERIM = 5;
  private static final int KEPT_BYTES = 1 << 10;
  private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.[01] (\\d{3})( .*)?");
  private static final Pattern CHUNKED =
      Pattern.compile("(?im)^transfer-encoding:.*\\bchunked\\s*$");
  private static final Pattern LENGTH =
      Pattern.compile("(?im)^content-length:\\s*(\\d{1,18})\\s*$");

  private final SSLSocketFactory secure;
  private final Duration most;
  private final ScheduledExecutorService alarms =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("webhook-alarm").factory());

  /// @param secure makes the connections of `https`
  /// @param most how long one delivery may take in all
  DirectPost(SSLSocketFactory secure, Duration most) {
    this.secure = secure;
    this.most = most;
  }

  /// What a receiver answered.
  ///
  /// @param text what of its first KiB is text, in UTF-8
  record Answer(int status, String text) {}

  /// @throws IOException when there was no answer, with a message for people
  Answer send(Target target, Map<String, String> headers, byte[] body) throws IOException {
    try (Socket socket = new Socket()) {
      var isLate = new AtomicBoolean();
      Future<?> alarm =
          alarms.schedule(() -> end(socket, isLate), most.toMillis(), TimeUnit.MILLISECONDS);
      try {
        return send(socket, target, headers, body);
      } catch (SocketTimeoutException e) {
        throw new IOException("no answer in time", e);
      } catch (IOException e) {
        throw isLate.get()
            ? new IOException("no answer within %d s".formatted(most.toSeconds()), e)
            : e;
      } finally {
        alarm.cancel(false);
      }
    }
  }

  private static void end(Socket socket, AtomicBoolean isLate) {
    isLate.set(true);
    try {
      socket.close();
    } catch (IOException e) {
      // Whoever uses it hears of it.
    }
  }

  private Answer send(Socket socket, Target target, Map<String, String> headers, byte[] body)
      throws IOException {
    InetAddress address = target.addresses().getFirst();
    socket.connect(
        new InetSocketAddress(address, target.port()), Math.toIntExact(CONNECT.toMillis()));
    Socket used = target.isSecure() ? secured(socket, target) : socket;
    write(used.getOutputStream(), target, headers, body);
    return read(used);
  }

  /// The certificate has to be that of the name (RFC 9110, section 4.3.4), whatever the address.
  private Socket secured(Socket socket, Target target) throws IOException {
    SSLSocket tls = (SSLSocket) secure.createSocket(socket, target.host(), target.port(), true);
    SSLParameters parameters = tls.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    tls.setSSLParameters(parameters);
    tls.startHandshake();
    return tls;
  }

  private static void write(
      OutputStream out, Target target, Map<String, String> headers, byte[] body)
      throws IOException {
    var head = new StringBuilder();
    head.append("POST ").append(target.path()).append(" HTTP/1.1\r\n");
    head.append("Host: ").append(target.authority()).append("\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    head.append("Content-Length: ").append(body.length).append("\r\n");
    head.append("Connection: close\r\n\r\n");
    var whole = new ByteArrayOutputStream();
    whole.writeBytes(head.toString().getBytes(StandardCharsets.US_ASCII));
    whole.writeBytes(body);
    out.write(whole.toByteArray());
    out.flush();
  }

  private static Answer read(Socket socket) throws IOException {
    var in = new BufferedInputStream(socket.getInputStream());
    for (int i = 0; i < MOST_INTERIM; i++) {
      String head = head(in);
      Matcher line = STATUS_LINE.matcher(head.lines().findFirst().orElse(""));
      if (!line.matches()) {
        throw new IOException("the answer is none of HTTP/1.1");
      }
      int status = Integer.parseInt(line.group(1));
      if (status >= 200) {
        return new Answer(status, text(in, head, status));
      }
    }
    throw new IOException("more than %d interim answers".formatted(MOST_INTERIM));
  }

  private static String head(InputStream in) throws IOException {
    var head = new StringBuilder();
    while (head.length() < MOST_HEAD) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("the connection was closed before a whole answer came");
      }
      head.append((char) next);
      if (next == '\n' && (endsWith(head, "\r\n\r\n") || endsWith(head, "\n\n"))) {
        return head.toString();
      }
    }
    throw new IOException("the answer's headers have more than %d bytes".formatted(MOST_HEAD));
  }

  private static boolean endsWith(StringBuilder text, String end) {
    return text.length() >= end.length()
        && text.substring(text.length() - end.length()).equals(end);
  }

  /// What can be had of the beginning; the status has been said, so nothing fails any more.
  private static String text(InputStream in, String head, int status) {
    if (status == 204 || status == 304) {
      return "";
    }
    var kept = new ByteArrayOutputStream();
    try {
      if (CHUNKED.matcher(head).find()) {
        readChunks(in, kept);
      } else {
        Matcher length = LENGTH.matcher(head);
        copy(in, kept, length.find() ? Long.parseLong(length.group(1)) : Long.MAX_VALUE);
      }
    } catch (IOException e) {
      // The rest is not needed.
    }
    return kept.toString(StandardCharsets.UTF_8).replace('\0', '\uFFFD');
  }

  private static void copy(InputStream in, ByteArrayOutputStream kept, long length)
      throws IOException {
    long left = Math.min(length, KEPT_BYTES - kept.size());
    for (int next; left > 0 && (next = in.read()) >= 0; left--) {
      kept.write(next);
    }
  }

  private static void readChunks(InputStream in, ByteArrayOutputStream kept) throws IOException {
    while (kept.size() < KEPT_BYTES) {
      int size = chunkSize(in);
      if (size == 0) {
        return;
      }
      copy(in, kept, size);
      in.skipNBytes(kept.size() < KEPT_BYTES ? 2 : 0);
    }
  }

  private static int chunkSize(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int next; (next = in.read()) != '\n'; ) {
      if (next < 0 || line.length() > 100) {
        throw new IOException("no chunk");
      }
      line.append((char) next);
    }
    try {
      return Integer.parseInt(line.toString().split(";", 2)[0].strip(), 16);
    } catch (NumberFormatException e) {
      throw new IOException("no chunk", e);
    }
  }

  @Override
  public void close() {
    alarms.shutdownNow();
  }
}
