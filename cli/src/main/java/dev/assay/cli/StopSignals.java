package dev.assay.cli;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/// SIGINT and SIGTERM for a command that ends by itself when it is asked: the first asks it, the
/// second ends the process at once, as a kill would.
///
/// The JVM's shutdown hooks alone cannot tell a second signal. Its signals are in `sun.misc`, which
/// javac warns of by name, so they are called by reflection.
final class StopSignals implements AutoCloseable {
  private static final int ENDED_BY_SIGNAL = 143;

  /// Handlers that were there before, by signal.
  private final Map<Object, Object> before = new LinkedHashMap<>();

  private StopSignals() {}

  /// @param stop called on a thread of its own
  static StopSignals heard(Runnable stop) {
    var signals = new StopSignals();
    var count = new AtomicInteger();
    for (String name : new String[] {"INT", "TERM"}) {
      signals.handle(
          name,
          () -> {
            if (count.incrementAndGet() == 1) {
              stop.run();
            } else {
              Runtime.getRuntime().halt(ENDED_BY_SIGNAL);
            }
          });
    }
    return signals;
  }

  @SuppressWarnings("ReferenceEquality") // a proxy is equal to itself alone
  private void handle(String name, Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object proxy =
          Proxy.newProxyInstance(
              StopSignals.class.getClassLoader(),
              new Class<?>[] {handler},
              (self, method, arguments) ->
                  switch (method.getName()) {
                    case "handle" -> {
                      action.run();
                      yield null;
                    }
                    case "hashCode" -> System.identityHashCode(self);
                    case "equals" -> self == arguments[0];
                    default -> "handler of SIG" + name;
                  });
      Object one = signal.getConstructor(String.class).newInstance(name);
      before.put(one, signal.getMethod("handle", signal, handler).invoke(null, one, proxy));
    } catch (ReflectiveOperationException e) {
      throw new AssayException(
          ErrorCode.INTERNAL, "This JVM does not let signals be heard: %s".formatted(e), e);
    }
  }

  /// Gives the signals back to whom they belonged.
  @Override
  public void close() {
    before.forEach((signal, handler) -> {
      try {
        signal
            .getClass()
            .getMethod("handle", signal.getClass(), Class.forName("sun.misc.SignalHandler"))
            .invoke(null, signal, handler);
      } catch (ReflectiveOperationException e) {
        throw new AssayException(
            ErrorCode.INTERNAL, "This JVM does not take a signal back: %s".formatted(e), e);
      }
    });
  }
}
