import dev.assay.core.job.JobPlanner;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.RunState;
import dev.assay.core.unit.DataSize;
import dev.assay.runner.job.JobRunner;
import dev.assay.runner.job.MachineServices;
import dev.assay.runner.job.RunListener;
import dev.assay.runner.job.RunRequest;
import dev.assay.runner.source.SourceRequest;
import dev.assay.sandbox.Cancellation;
import dev.assay.sandbox.Cores;
import dev.assay.sandbox.cgroup.HostControlGroups;
import dev.assay.sandbox.disk.DiskImages;
import dev.assay.sandbox.host.LocalPrograms;
import dev.assay.sandbox.image.PodmanImages;
import dev.assay.sandbox.machine.MachineDescriber;
import dev.assay.sandbox.runc.RuncSandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Executes runs that end in every way, in one JVM, and counts before and after what they could
/// have left. Started by `bench/soak.sh`.
///
/// Other runs may go on beside it: whatever can be told apart is counted for these runs alone.
final class Soak {
  private static final Pattern COUNT = Pattern.compile("\"count\":(\\d+)");

  /// What loading classes and compiling them takes late.
  private static final Map<String, Integer> SLACK = Map.of("descriptors", 3, "threads", 2);

  private final Path folder;
  private final Path home;
  private final List<String> runs = new ArrayList<>();
  private final Map<String, Integer> endings = new TreeMap<>();
  private int opened;
  private int processes;

  private Soak(Path folder) {
    this.folder = folder;
    this.home = folder.resolve("home");
  }

  public static void main(String[] words) throws Exception {
    var soak = new Soak(Path.of(words[0]));
    soak.round();
    int before = soak.opened;
    Map<String, Integer> first = soak.count();
    long end = System.nanoTime() + Long.parseLong(words[2]) * 1_000_000_000L;
    int rounds = Integer.parseInt(words[1]);
    for (int round = 0; round < rounds && System.nanoTime() - end < 0; round++) {
      soak.round();
    }
    System.exit(soak.compare(first, soak.count(), soak.opened - before));
  }

  /// A run of every point, and one that is cancelled on its way.
  private void round() {
    execute(Integer.MAX_VALUE);
    execute(opened / 2 % 8);
  }

  /// @param cancelAfter cases
  private void execute(int cancelAfter) {
    opened++;
    var cancellation = new Cancellation();
    var programs = new LocalPrograms();
    var groups = HostControlGroups.detect();
    try (var sandbox = RuncSandbox.open(home, groups, programs, cancellation);
        var images = new PodmanImages(programs, home.resolve("images"))) {
      Cores cores = Cores.divide(1);
      var machine =
          new MachineServices(
              sandbox,
              sandbox.programUser(),
              images,
              new DiskImages(programs, home.resolve("work")),
              new MachineDescriber(Path.of("/"), programs, groups.version()),
              sandbox.runtime(),
              () -> {
                throw new IllegalStateException("only checks of bundles shift the clock");
              },
              Stream.concat(cores.own().stream(), cores.measured().stream()).distinct().sorted().toList(),
              home,
              DataSize.ofGibibytes(1),
              DataSize.ofGibibytes(1),
              InstantSource.system(),
              new SecureRandom(),
              cancellation,
              "soak");
      var request =
          new RunRequest(
              new SourceRequest(folder.resolve("solution").toString(), ".", null, true),
              folder.resolve("bundle"),
              JobPlanner.Ask.EVERYTHING,
              folder.resolve("runs"),
              false);
      var outcome = new JobRunner(machine).execute(request, listener(cancellation, cancelAfter));
      runs.add(outcome.run().id());
      RunState state = outcome.run().state();
      endings.merge("run " + state, 1, Integer::sum);
      for (PointResult point : outcome.run().points()) {
        processes += 3;
        point.cases().forEach(this::note);
      }
      if (state != RunState.FINISHED && state != RunState.CANCELLED) {
        throw new IllegalStateException("a run ended as %s: %s".formatted(state, outcome.run().stateReason()));
      }
    }
  }

  private void note(CaseResult result) {
    String cause = result.cause() == null ? "" : " (" + result.cause().code() + ")";
    endings.merge("case " + result.status() + cause, 1, Integer::sum);
  }

  /// Cancels as another thread would: while a case is measured.
  private static RunListener listener(Cancellation cancellation, int cancelAfter) {
    return new RunListener() {
      private int cases;

      @Override
      public void stage(String text) {}

      @Override
      public void measured(String point, int done, int of) {
        if (done == 0 && cases++ == cancelAfter) {
          Thread.ofVirtual().start(() -> {
            pause(30);
            cancellation.request();
          });
        }
      }

      @Override
      public void measuredAgain(String point, int retry, int done, int of) {}

      @Override
      public void point(PointResult result) {}
    };
  }

  private static void pause(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Map<String, Integer> count() throws IOException {
    System.gc();
    // Threads that reap processes end after a while without one.
    pause(2_000);
    var counts = new LinkedHashMap<String, Integer>();
    counts.put("descriptors", entries("/proc/self/fd"));
    counts.put("threads", threads());
    counts.put("children", children());
    counts.put("processes", named("/proc", "[0-9]+"));
    counts.put("mounts", lines(Path.of("/proc/self/mountinfo"), home.toString()));
    counts.put("loop devices", loopDevices());
    counts.put("control groups", controlGroups());
    counts.put("podman mounts", podmanMounts());
    counts.put("files below ASSAY_HOME", files());
    return counts;
  }

  /// @return the exit code
  private int compare(Map<String, Integer> before, Map<String, Integer> after, int runs) {
    System.out.printf("%d runs, %d processes:%n", opened, processes);
    endings.forEach((ending, count) -> System.out.printf("  %-40s %6d%n", ending, count));
    System.out.printf("%-26s %8s %8s%n", "", "before", "after");
    boolean grew = false;
    for (String what : before.keySet()) {
      int grown = after.get(what) - before.get(what);
      // Podman counts for the whole machine; one mount left per run tells ours from another's.
      int slack = what.equals("podman mounts") ? runs / 2 : SLACK.getOrDefault(what, 0);
      System.out.printf("%-26s %8d %8d%s%n", what, before.get(what), after.get(what), grown > slack ? "   GREW" : "");
      grew |= grown > slack;
    }
    return grew ? 1 : 0;
  }

  private static int entries(String path) throws IOException {
    try (var all = Files.list(Path.of(path))) {
      return (int) all.count();
    }
  }

  /// Without those that compile, and those that wait for more processes to reap.
  private static int threads() throws IOException {
    try (var all = Files.list(Path.of("/proc/self/task"))) {
      return (int)
          all.map(task -> read(task.resolve("comm")))
              .filter(name -> !name.startsWith("C1 ") && !name.startsWith("C2 ") && !name.startsWith("process reaper"))
              .count();
    }
  }

  /// Zombies among them.
  private static int children() {
    return (int) ProcessHandle.current().children().count();
  }

  /// Processes in a group of one of these runs.
  private int named(String path, String names) throws IOException {
    try (var all = Files.list(Path.of(path))) {
      return (int)
          all.filter(process -> process.getFileName().toString().matches(names))
              .map(process -> read(process.resolve("cgroup")))
              .filter(this::isOurs)
              .count();
    }
  }

  private boolean isOurs(String text) {
    return runs.stream().anyMatch(text::contains);
  }

  private static int lines(Path file, String with) {
    return (int) read(file).lines().filter(line -> line.contains(with)).count();
  }

  private int loopDevices() throws IOException {
    try (var all = Files.list(Path.of("/sys/block"))) {
      return (int)
          all.map(device -> read(device.resolve("loop/backing_file")))
              .filter(file -> file.startsWith(home.toString()))
              .count();
    }
  }

  /// In every hierarchy, two levels down.
  private int controlGroups() throws IOException {
    try (var all =
        Files.find(Path.of("/sys/fs/cgroup"), 4, (path, _) -> path.getFileName().toString().startsWith("assay-"))) {
      return (int) all.filter(path -> isOurs(path.getFileName().toString())).count();
    }
  }

  /// How often images of this machine are mounted, by podman's own count.
  private static int podmanMounts() {
    int sum = 0;
    for (String folder : List.of("/run/containers/storage", "/var/run/containers/storage")) {
      var counts = COUNT.matcher(read(Path.of(folder, "overlay-layers/mountpoints.json")));
      sum = 0;
      while (counts.find()) {
        sum += Integer.parseInt(counts.group(1));
      }
    }
    return sum;
  }

  private int files() throws IOException {
    try (var all = Files.walk(home)) {
      return (int) all.count();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException gone) {
      return "";
    } catch (IOException unreadable) {
      return "";
    }
  }
}
