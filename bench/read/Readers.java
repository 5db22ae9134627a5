import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// Asks a platform that `bench/fill` has filled for runs, points and standings, from parallel readers, and prints how long
/// answers take. It speaks HTTP by hand, so that the reader takes little of the machine. Each reader keeps its connection,
/// and names another address at each request, as a proxy that the platform trusts does; so no rate limits it. Started by `run`.
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
    String newest = ask("/api/v1/runs?limit=1");
    long runs = Long.parseLong(part(newest, "\"id\" *: *\"j(\\d+)-1\""));
    String benchmarks = ask("/api/v1/benchmarks?limit=200");
    long count = Pattern.compile("bench/b\\d+").matcher(benchmarks).results().map(found -> found.group()).distinct().count();
    String run = ask("/api/v1/runs/j2-1");
    String point = part(run, "\"point\" *: *\"([^\"]+)\"");
    String machineClass = part(run, "\"machine_class\" *: *\"([^\"]+)\"").replaceFirst(" B$", "").replace(" ", "%20").replace(",", "%2C");
    Map<String, Supplier<String>> paths = new java.util.LinkedHashMap<>();
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

  private static long pick(long most) {
    return 1 + ThreadLocalRandom.current().nextLong(most);
  }

  private static String part(String text, String pattern) {
    var found = Pattern.compile(pattern).matcher(text);
    if (!found.find()) {
      throw new IllegalStateException("nothing fits " + pattern + " in " + text.substring(0, Math.min(500, text.length())));
    }
    return found.group(1);
  }

  private String ask(String path) throws IOException {
    try (var connection = new Connection(base)) {
      var answer = connection.ask(path);
      if (answer.status() != 200) {
        throw new IllegalStateException(path + ": " + answer.status() + " " + answer.text());
      }
      return answer.text();
    }
  }

  private record Answer(int status, byte[] body) {
    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
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
        Answer answer = connection.ask(asked);
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

  /// A connection that is kept.
  private static final class Connection implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    Connection(URI base) throws IOException {
      socket = new Socket(base.getHost(), base.getPort());
      socket.setTcpNoDelay(true);
      in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
      out = socket.getOutputStream();
    }

    Answer ask(String path) throws IOException {
      var random = ThreadLocalRandom.current();
      out.write("GET %s HTTP/1.1\r\nHost: bench\r\nX-Forwarded-For: 10.%d.%d.%d\r\n\r\n"
          .formatted(path, random.nextInt(256), random.nextInt(256), random.nextInt(256))
          .getBytes(StandardCharsets.US_ASCII));
      int status = Integer.parseInt(line().split(" ")[1]);
      int length = -1;
      for (String line = line(); !line.isEmpty(); line = line()) {
        if (line.regionMatches(true, 0, "Content-Length:", 0, 15)) {
          length = Integer.parseInt(line.substring(15).strip());
        }
      }
      return new Answer(status, length >= 0 ? in.readNBytes(length) : chunks());
    }

    private byte[] chunks() throws IOException {
      var body = new java.io.ByteArrayOutputStream();
      for (int size = Integer.parseInt(line().strip(), 16); size > 0; size = Integer.parseInt(line().strip(), 16)) {
        body.write(in.readNBytes(size));
        line();
      }
      line();
      return body.toByteArray();
    }

    private String line() throws IOException {
      var line = new StringBuilder();
      for (int next = in.read(); next != '\n'; next = in.read()) {
        if (next < 0) {
          throw new IOException("the platform ended the connection");
        }
        if (next != '\r') {
          line.append((char) next);
        }
      }
      return line.toString();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
