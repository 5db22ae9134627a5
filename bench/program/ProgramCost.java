import dev.assay.core.bundle.Workload;
import dev.assay.runner.job.FolderLogs;
import dev.assay.runner.job.MachineServices;
import dev.assay.runner.job.ProgramBundle;
import dev.assay.runner.job.ProgramSession;
import dev.assay.runner.program.MeasuredProgram;
import dev.assay.sandbox.Cancellation;
import dev.assay.sandbox.Cores;
import dev.assay.sandbox.cgroup.HostControlGroups;
import dev.assay.sandbox.disk.DiskImages;
import dev.assay.sandbox.host.LocalPrograms;
import dev.assay.sandbox.image.PodmanImages;
import dev.assay.sandbox.machine.MachineDescriber;
import dev.assay.sandbox.runc.RuncSandbox;
import dev.assay.core.unit.DataSize;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Prints what measuring whole programs costs and how true its figures are. Started by `run`.
public final class ProgramCost {
  private static final int WARMUP = 60;
  private static final int COUNT = 300;
  private static final int RUNS = 5;

  public static void main(String[] words) throws Exception {
    Path folder = Path.of(words[0]);
    Path home = Files.createDirectories(folder.resolve("home"));
    var programs = new LocalPrograms();
    var groups = HostControlGroups.detect();
    var cancellation = new Cancellation();
    try (RuncSandbox sandbox = RuncSandbox.open(home, groups, programs, cancellation);
        var images = new PodmanImages(programs, home.resolve("images"))) {
      var machine =
          new MachineServices(
              sandbox, sandbox.programUser(), images, new DiskImages(programs, home.resolve("work")),
              new MachineDescriber(Path.of("/"), programs, groups.version()), sandbox.runtime(),
              () -> folder, Cores.divide(1).measured(), home, DataSize.ofGibibytes(1), DataSize.ofGibibytes(1),
              InstantSource.system(), new SecureRandom(), cancellation, "bench");
      var logs = new FolderLogs(Files.createDirectories(folder.resolve("logs")));
      var image = images.require(words[1]);
      Path built = folder.resolve("built");
      try (var bundle = ProgramBundle.open(folder.resolve("bundle"), machine, logs)) {
        List<Workload> workloads = bundle.spec().requireProgram().workloads();
        for (Workload workload : workloads) {
          bundle.fault(workload).ifPresent(fault -> { throw new IllegalStateException(fault); });
        }
        try (var empty = ProgramSession.open(bundle, machine, new ProgramSession.Program("bench-empty", image, built, List.of("./empty")), logs)) {
          emptyProgram(empty, workloads.getFirst(), folder);
        }
        try (var workers = ProgramSession.open(bundle, machine, new ProgramSession.Program("bench-workers", image, built, List.of("./workers")), logs)) {
          workers(workers, workloads.getLast());
        }
      }
    }
  }

  private static void emptyProgram(ProgramSession session, Workload workload, Path folder) throws Exception {
    long[] elapsed = new long[COUNT];
    long[] own = new long[COUNT];
    long[] ownCpu = new long[COUNT];
    var threads = ManagementFactory.getThreadMXBean();
    for (int i = -WARMUP; i < COUNT; i++) {
      long start = System.nanoTime();
      long cpu = threads.getCurrentThreadCpuTime();
      MeasuredProgram measured = session.measure(workload, false, 1, 1);
      long whole = System.nanoTime() - start;
      if (i >= 0) {
        elapsed[i] = measured.measurement().process().cost().wallNanos();
        own[i] = whole - elapsed[i];
        ownCpu[i] = threads.getCurrentThreadCpuTime() - cpu;
      }
    }
    long[] bare = read(folder.resolve("bare.txt"));
    System.out.printf("-- an empty C program, %d times%n", COUNT);
    print("elapsed, as reported, lowest", sorted(elapsed)[0] / 1e6, "ms");
    print("elapsed, as reported, median", median(elapsed) / 1e6, "ms");
    print("bare posix_spawn and wait, lowest", sorted(bare)[0] / 1e6, "ms");
    print("bare posix_spawn and wait, median", median(bare) / 1e6, "ms");
    print("median less median", (median(elapsed) - median(bare)) / 1e6, "ms (bar: 0.3)");
    print("the procedure's own cost, median", median(own) / 1e6, "ms (bar: 10)");
    print("the procedure's own cost, lowest", sorted(own)[0] / 1e6, "ms");
    print("CPU time of its thread, median", median(ownCpu) / 1e6, "ms");
    print("the procedure's own cost, 95 % below", sorted(own)[COUNT * 95 / 100] / 1e6, "ms");
  }

  private static void workers(ProgramSession session, Workload workload) throws Exception {
    System.out.printf("-- eight worker processes, %d times%n", RUNS);
    for (int i = 0; i < RUNS; i++) {
      MeasuredProgram measured = session.measure(workload, true, 0, 0);
      double said = Double.parseDouble(Files.readString(session.output()).strip());
      Long cpu = measured.measurement().process().cost().cpuNanos();
      double counted = cpu == null ? Double.NaN : cpu / 1e9;
      System.out.printf(
          Locale.ROOT, "they say %.4f s, the tree's CPU time is %.4f s: %+.3f %% (bar: 1); busy %.2f s, load %s%n",
          said, counted, 100 * (counted - said) / said, measured.measurement().busyNanos() / 1e9, measured.measurement().load());
    }
  }

  private static long[] read(Path file) throws Exception {
    return Files.readAllLines(file).stream().mapToLong(Long::parseLong).toArray();
  }

  private static long[] sorted(long[] values) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted;
  }

  private static long median(long[] values) {
    return sorted(values)[values.length / 2];
  }

  private static void print(String what, double value, String unit) {
    System.out.printf(Locale.ROOT, "%-38s %8.3f %s%n", what, value, unit);
  }
}
