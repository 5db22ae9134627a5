import dev.assay.core.run.ImageIdentity;
import dev.assay.core.run.Limit;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.Allowance;
import dev.assay.sandbox.Container;
import dev.assay.sandbox.ContainerSpec;
import dev.assay.sandbox.ProcessSpec;
import dev.assay.sandbox.cgroup.HostControlGroups;
import dev.assay.sandbox.image.Image;
import dev.assay.sandbox.kernel.Linux;
import dev.assay.sandbox.runc.RuncSandbox;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Prints what one more measured process costs, beside a bare spawn. Started by `run`.
public final class ProcessCost {
  private static final int WARMUP = 100;
  private static final int COUNT = 300;

  public static void main(String[] words) throws Exception {
    Path folder = Path.of(words[0]);
    long bare = median(read(words[2]));
    long paced = median(read(words[3]));
    int cpu = Linux.affinity(ProcessHandle.current().pid()).getLast();
    var image = new Image(new ImageIdentity("bench", "bench"), Path.of(words[1]), Map.of());
    try (RuncSandbox sandbox = RuncSandbox.open(folder.resolve("home"), HostControlGroups.detect())) {
      long start = System.nanoTime();
      Path state = Files.createDirectories(folder.resolve("state"));
      try (Container container =
          sandbox.start(
              new ContainerSpec("bench", state, image, List.of(), List.of(cpu), false, "bench"))) {
        print("start of a container", System.nanoTime() - start);
        measure(container, folder, bare, paced, 0);
        measure(container, folder, bare, paced, 100);
        measureIdle(container, folder);
        start = System.nanoTime();
      }
      print("end of a container", System.nanoTime() - start);
    }
  }

  private static void measure(Container container, Path folder, long bare, long paced, int pauseMillis)
      throws InterruptedException {
    int warmup = pauseMillis == 0 ? WARMUP : 3;
    int count = pauseMillis == 0 ? COUNT : 30;
    long[] whole = new long[count];
    long[] window = new long[count];
    for (int i = -warmup; i < count; i++) {
      Thread.sleep(pauseMillis);
      long start = System.nanoTime();
      long wall;
      try (var process = container.execute(spec(folder, "/bin/true"))) {
        wall = process.finish(Allowance.fromNow(Limit.WALL, Duration.ofSeconds(10), 0, Duration.ofSeconds(10))).cost().wallNanos();
      }
      if (i >= 0) {
        whole[i] = System.nanoTime() - start;
        window[i] = wall;
      }
    }
    System.out.printf("-- /bin/true, %d times, %s%n", count, pauseMillis == 0 ? "back to back" : "after a pause of %d ms each".formatted(pauseMillis));
    print("order to answer, median", median(whole));
    print("reported window, median", median(window));
    print("bare spawn and wait, back to back", bare);
    print("bare spawn and wait, every 3 ms", paced);
    print("window less bare, back to back", median(window) - bare);
    print("window less bare, every 3 ms", median(window) - paced);
  }

  /// What this JVM uses while a process is measured that does nothing.
  private static void measureIdle(Container container, Path folder) {
    var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    try (var process = container.execute(spec(folder, "/bin/sleep", "5"))) {
      long cpu = system.getProcessCpuTime();
      process.finish(Allowance.fromNow(Limit.WALL, Duration.ofSeconds(10), 0, Duration.ofSeconds(10)));
      System.out.printf(Locale.ROOT, "-- /bin/sleep 5%n%-36s %8.3f %%%n", "this JVM, of one processor", (system.getProcessCpuTime() - cpu) / 5e7);
    }
  }

  private static long[] read(String file) throws IOException {
    return Files.readAllLines(Path.of(file)).stream().mapToLong(Long::parseLong).toArray();
  }

  private static ProcessSpec spec(Path folder, String... command) {
    return new ProcessSpec(
        List.of(command), Map.of("PATH", "/usr/bin:/bin"), "/", DataSize.ofMebibytes(256), 64, DataSize.ofMebibytes(64), null,
        new dev.assay.sandbox.StandardOutput.WithError(),
        new ProcessSpec.Log(folder.resolve("log"), "log", DataSize.ofKibibytes(64)), null);
  }

  private static long median(long[] values) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static void print(String what, long nanos) {
    System.out.printf(Locale.ROOT, "%-36s %8.3f ms%n", what, nanos / 1e6);
  }
}
