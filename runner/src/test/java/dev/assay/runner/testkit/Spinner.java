package dev.assay.runner.testkit;

import dev.assay.sandbox.Cores;
import java.io.IOException;

/// Other work on the processor that programs are measured on: a loop that ends with the test, and
/// by itself after two minutes of CPU time.
public final class Spinner implements AutoCloseable {
  private final Process process;

  private Spinner(Process process) {
    this.process = process;
  }

  /// Starts it on the processor of programs that have one.
  public static Spinner onTheMeasuredCore() throws IOException {
    int cpu = Cores.divide(1).measured().getFirst();
    return new Spinner(
        new ProcessBuilder(
                "taskset",
                "-c",
                Integer.toString(cpu),
                "sh",
                "-c",
                "ulimit -t 120; while :; do :; done")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /// Ends it. Does nothing the second time.
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
