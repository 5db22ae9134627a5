package dev.assay.platform.postgres;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/// A process with a database of its own, which lives until it is killed.
final class ServerProcess {
  private ServerProcess() {}

  /// Prints the server's process id.
  public static void main(String[] arguments) throws InterruptedException {
    EmbeddedServer server = EmbeddedServer.start(Path.of(arguments[0]));
    System.out.println(server.pid() + " " + server.address().url());
    new CountDownLatch(1).await();
  }

  static Process start(Path folder) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            ServerProcess.class.getName(),
            folder.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
