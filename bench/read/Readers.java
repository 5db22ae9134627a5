package read;

import static http.Filled.pick;

import http.Connection;
import http.Filled;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/// Asks a platform that `bench/fill` has filled for runs, points and standings, from parallel readers, and prints how long
/// answers take. Each reader keeps its connection. Started by `run`.
final class Readers {
  private static final double BAR_MILLIS = 50;

  private final URI base;
  private final int readers;
  private final int seconds;
  private final int pauseMillis;

  private Readers(URI base, int readers, int seconds, int pauseMillis) {
    this.base = base;
    this.readers = readers;
    this.seconds = seconds;
    this.pauseMillis = pauseMillis;
  }

  /// URL READERS SECONDS PAUSE_MS
  public static void main(String[] words) throws Exception {
    var all = new Readers(URI.create(words[0]), Integer.parseInt(words[1]), Integer.parseInt(words[2]), Integer.parseInt(words[3]));
    System.exit(all.measure() ? 0 : 1);
  }

  private boolean measure() throws Exception {
    Filled filled = Filled.ask(base);
    long runs = filled.runs();
    long count = filled.benchmarks();
    String point = filled.point();
    String machineClass = filled.machineClass();
    Map<String, Supplier<String>> paths = new LinkedHashMap<>();
    paths.put("run", () -> "/api/v1/runs/j" + pick(runs) + "-1");
    paths.put("point", () -> "/api/v1/runs/j" + pick(runs) + "-1/points/" + point);
    paths.put("standing", () -> "/api/v1/benchmarks/bench~b" + pick(count) + "/standings?point=" + point + "&class=" + machineClass);
    System.out.printf("%d runs, %d benchmarks, %d readers, %s%n", runs, count, readers, pauseMillis == 0 ? "each asks again at once" : "each pauses " + pauseMillis + " ms on average");
    System.out.printf("%-10s %8s %8s %8s %8s %8s %8s%n", "answer", "per s", "p50 ms", "p95 ms", "p99 ms", "bytes", "private");
    boolean isGood = true;
    for (var one : paths.entrySet()) {
      round(Math.max(3, seconds / 2), one.getValue());
      isGood &= print(one.getKey(), round(seconds, one.getValue()));
    }
    return isGood;
  }

  private record Sample(long nanos, int status, int bytes) {}

  private boolean print(String what, List<Sample> samples) {
    long[] nanos = samples.stream().mapToLong(Sample::nanos).sorted().toArray();
    System.out.printf(Locale.ROOT, "%-10s %8.0f %8.1f %8.1f %8.1f %8.0f %7.0f%%%n", what, nanos.length / (double) seconds, at(nanos, 0.5), at(nanos, 0.95), at(nanos, 0.99),
        samples.stream().mapToInt(Sample::bytes).average().orElse(0), 100.0 * samples.stream().filter(one -> one.status() == 404).count() / samples.size());
    return at(nanos, 0.95) <= BAR_MILLIS;
  }

  private static double at(long[] sorted, double share) {
    return sorted[(int) Math.min(sorted.length - 1, share * sorted.length)] / 1e6;
  }

  private List<Sample> round(int seconds, Supplier<String> path) throws Exception {
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    var failure = new AtomicReference<Exception>();
    var threads = new ArrayList<Thread>();
    var lists = new ArrayList<List<Sample>>();
    for (int i = 0; i < readers; i++) {
      List<Sample> samples = new ArrayList<>();
      lists.add(samples);
      threads.add(Thread.ofPlatform().start(() -> {
        try {
          read(end, path, samples);
        } catch (Exception e) {
          failure.set(e);
        }
      }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (failure.get() != null) {
      throw failure.get();
    }
    return lists.stream().flatMap(List::stream).toList();
  }

  private void read(long end, Supplier<String> path, List<Sample> samples) throws Exception {
    try (var connection = new Connection(base)) {
      pause();
      while (System.nanoTime() < end) {
        String asked = path.get();
        long start = System.nanoTime();
        Connection.Answer answer = connection.ask(asked, "");
        samples.add(new Sample(System.nanoTime() - start, answer.status(), answer.body().length));
        if (answer.status() != 200 && answer.status() != 404) {
          throw new IllegalStateException(asked + ": " + answer.status() + " " + answer.text());
        }
        pause();
      }
    }
  }

  private void pause() throws InterruptedException {
    if (pauseMillis > 0) {
      Thread.sleep(ThreadLocalRandom.current().nextLong(2L * pauseMillis));
    }
  }
}
