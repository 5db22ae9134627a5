package dev.assay.cli.platform;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/// A network between a runner and its platform that can be cut, slowed down, or left half-open. It
/// listens on loopback only.
final class FaultyProxy implements AutoCloseable {
  /// What the network does.
  enum Weather {
    /// Passes everything on.
    FINE,
    /// Every connection is reset, and new ones are too.
    CUT,
    /// 20 bytes at a time, with a pause of 5 ms after each.
    SLOW,
    /// Connections are accepted and stay open; nothing comes through in either direction.
    HALF_OPEN,
    /// Requests come through, answers do not: the connection is reset when one begins.
    ANSWERS_LOST
  }

  private final int target;
  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicReference<Weather> weather = new AtomicReference<>(Weather.FINE);

  private FaultyProxy(int target, ServerSocket server) {
    this.target = target;
    this.server = server;
  }

  /// @param target a port of loopback
  static FaultyProxy to(int target) {
    try {
      var server = new ServerSocket();
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      var proxy = new FaultyProxy(target, server);
      Thread.ofVirtual().start(proxy::accept);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int port() {
    return server.getLocalPort();
  }

  void be(Weather next) {
    weather.set(next);
    if (next == Weather.CUT) {
      open.forEach(FaultyProxy::reset);
    }
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    if (weather.get() == Weather.CUT) {
      reset(client);
      return;
    }
    open.add(client);
    try {
      var platform = new Socket(InetAddress.getLoopbackAddress(), target);
      open.add(platform);
      Thread.ofVirtual().start(() -> pass(client, platform, false));
      pass(platform, client, true);
    } catch (IOException refused) {
      reset(client);
    }
  }

  private void pass(Socket from, Socket to, boolean isAnswer) {
    byte[] buffer = new byte[16 << 10];
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        if (!deliver(buffer, count, out, isAnswer)) {
          break;
        }
      }
    } catch (IOException | InterruptedException broken) {
      // Either side is gone, or the network was cut.
    }
    reset(from);
    reset(to);
    open.remove(from);
    open.remove(to);
  }

  /// @return whether the connection goes on
  private boolean deliver(byte[] buffer, int count, OutputStream out, boolean isAnswer)
      throws IOException, InterruptedException {
    switch (weather.get()) {
      case CUT -> {
        return false;
      }
      case ANSWERS_LOST -> {
        if (isAnswer) {
          return false;
        }
        out.write(buffer, 0, count);
      }
      case HALF_OPEN -> {
        while (weather.get() == Weather.HALF_OPEN && !server.isClosed()) {
          Thread.sleep(Duration.ofMillis(20));
        }
        return false;
      }
      case SLOW -> {
        for (int at = 0; at < count; at += 20) {
          out.write(buffer, at, Math.min(20, count - at));
          out.flush();
          Thread.sleep(Duration.ofMillis(5));
        }
      }
      case FINE -> out.write(buffer, 0, count);
    }
    out.flush();
    return true;
  }

  private static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException gone) {
      // It is closed, which was asked for.
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      open.forEach(FaultyProxy::reset);
    }
  }
}
