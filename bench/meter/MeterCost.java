import dev.assay.core.run.ImageIdentity;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.Container;
import dev.assay.sandbox.ContainerSpec;
import dev.assay.sandbox.Cores;
import dev.assay.sandbox.MeasuredProcess;
import dev.assay.sandbox.ProcessSpec;
import dev.assay.sandbox.StandardOutput;
import dev.assay.sandbox.cgroup.HostControlGroups;
import dev.assay.sandbox.image.Image;
import dev.assay.sandbox.runc.RuncSandbox;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Prints what reading the meter of a process takes: all of it, as around a case, and its CPU time
/// alone. Started by `run`.
public final class MeterCost {
  private static final int FIRST = 40;
  private static final int COUNT = 2_000;
  private static final String THREADS =
      "import threading, time, sys\nfor _ in range(int(sys.argv[1])): threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\nprint('ready', flush=True)\ntime.sleep(60)\n";

  public static void main(String[] words) throws Exception {
    Path folder = Path.of(words[0]);
    var cores = Cores.divide(1);
    var image = new Image(new ImageIdentity("bench", "bench"), Path.of(words[1]), Map.of());
    try (RuncSandbox sandbox = RuncSandbox.open(folder.resolve("home"), HostControlGroups.detect());
        Container container =
            sandbox.start(
                new ContainerSpec(
                    "bench-meter",
                    Files.createDirectories(folder.resolve("state")),
                    image,
                    List.of(),
                    cores.measured(),
                    false,
                    "bench"));
        var _ = cores.reserve()) {
      for (int threads : new int[] {0, 15}) {
        try (var process = container.execute(spec(folder, threads))) {
          Thread.sleep(1_000);
          measure(process, threads + 1);
        }
      }
    }
  }

  private static void measure(MeasuredProcess process, int threads) {
    System.out.printf("-- a process of %d thread(s)%n", threads);
    print("one reading, the first " + FIRST, time(process::read, FIRST));
    time(process::read, COUNT);
    print("one reading", time(process::read, COUNT));
    time(process::cpuNanos, COUNT);
    print("CPU time alone", time(process::cpuNanos, COUNT));
  }

  private static long[] time(Runnable reading, int count) {
    long[] nanos = new long[count];
    for (int i = 0; i < count; i++) {
      long start = System.nanoTime();
      reading.run();
      nanos[i] = System.nanoTime() - start;
    }
    Arrays.sort(nanos);
    return nanos;
  }

  private static ProcessSpec spec(Path folder, int threads) {
    return new ProcessSpec(
        List.of("/usr/bin/python3", "-c", THREADS, Integer.toString(threads)),
        Map.of("PATH", "/usr/bin:/bin"),
        "/",
        DataSize.ofMebibytes(256),
        64,
        DataSize.ofMebibytes(64),
        null,
        new StandardOutput.WithError(),
        new ProcessSpec.Log(folder.resolve("log"), "log", DataSize.ofKibibytes(64)),
        null);
  }

  private static void print(String what, long[] sorted) {
    System.out.printf(
        Locale.ROOT,
        "%-28s median %7.1f µs, least %7.1f µs, 95 %% below %7.1f µs%n",
        what,
        sorted[sorted.length / 2] / 1e3,
        sorted[0] / 1e3,
        sorted[sorted.length * 95 / 100] / 1e3);
  }
}
