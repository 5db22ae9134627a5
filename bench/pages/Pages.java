import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// Asks a platform that `bench/fill` has filled for every kind of page, one after the other, as a reader and with a session
/// of its operator, and prints how long answers take and how large they are. Each request names another address, so no rate
/// limits it; nothing else is asked meanwhile, so what is measured is the server's time and one round trip through the
/// loopback device. Started by `run`.
final class Pages {
  private static final double BAR_MILLIS = 30;
  private static final int MOST_BYTES = 30 << 10;

  private final URI base;
  private final int times;
  private final String session;

  private Pages(URI base, int times, String session) {
    this.base = base;
    this.times = times;
    this.session = session;
  }

  /// URL TIMES SESSION
  public static void main(String[] words) throws Exception {
    System.exit(new Pages(URI.create(words[0]), Integer.parseInt(words[1]), words[2]).measure() ? 0 : 1);
  }

  private boolean measure() throws Exception {
    Map<String, Supplier<String>> pages = pages();
    System.out.printf("%-16s %8s %8s %8s %9s %9s%n", "page", "p50 ms", "p95 ms", "p99 ms", "median B", "most B");
    boolean isGood = true;
    for (var one : pages.entrySet()) {
      ask(one.getValue(), Math.max(20, times / 5));
      isGood &= print(one.getKey(), ask(one.getValue(), times));
    }
    return isGood;
  }

  private Map<String, Supplier<String>> pages() throws Exception {
    long runs = Long.parseLong(part(text("/api/v1/runs?limit=1"), "\"id\" *: *\"j(\\d+)-1\""));
    long benchmarks = Pattern.compile("bench/b\\d+").matcher(text("/api/v1/benchmarks?limit=200")).results().map(found -> found.group()).distinct().count();
    String run = text("/api/v1/runs/j2-1");
    String point = part(run, "\"point\" *: *\"([^\"]+)\"");
    String machineClass = part(run, "\"machine_class\" *: *\"([^\"]+)\"").replaceFirst(" B$", "").replace(" ", "%20").replace(",", "%2C");
    var pages = new LinkedHashMap<String, Supplier<String>>();
    pages.put("home", () -> "/");
    pages.put("search", () -> "/?q=b" + pick(benchmarks));
    pages.put("benchmark", () -> "/benchmarks/bench~b" + pick(benchmarks));
    pages.put("standing", () -> "/benchmarks/bench~b" + pick(benchmarks) + "?point=" + point + "&class=" + machineClass);
    pages.put("feed", () -> "/benchmarks/bench~b" + pick(benchmarks) + "/feed.atom");
    pages.put("point", () -> "/benchmarks/bench~b" + pick(benchmarks) + "/points/" + point);
    // Implementations of the first two benchmarks have most of the runs.
    pages.put("implementation", () -> "/implementations/i" + pick(2) + "-" + pick(5));
    pages.put("submission", () -> "/submissions/s" + pick(10));
    pages.put("job", () -> "/jobs/j" + pick(runs));
    pages.put("run", () -> "/runs/j" + pick(runs) + "-1");
    pages.put("run point", () -> "/runs/j" + pick(runs) + "-1/points/" + point);
    pages.put("compare", () -> "/compare?run=j" + pick(runs) + "-1&run=j" + pick(runs) + "-1");
    pages.put("runners", () -> "/runners");
    pages.put("runner", () -> "/runners/n" + pick(4));
    pages.put("queue", () -> "/queue");
    pages.put("about", () -> "/about/measuring");
    pages.put("login", () -> "/login");
    pages.put("account", () -> "/account");
    pages.put("host", () -> "/host");
    pages.put("operator", () -> "/operator");
    pages.put("operator jobs", () -> "/operator/jobs");
    pages.put("operator audit", () -> "/operator/audit");
    pages.put("operator people", () -> "/operator/accounts");
    return pages;
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

  private String text(String path) throws IOException {
    try (var connection = new Connection(base, session)) {
      return new String(connection.ask(path).body(), StandardCharsets.UTF_8);
    }
  }

  /// Times and sizes of what was found: some of what is picked is private, and the busiest accounts are asked to wait.
  ///
  /// @param odd what the first other answer was, and how many there were
  private record Round(List<Double> millis, List<Integer> bytes, String odd) {}

  private Round ask(Supplier<String> paths, int count) throws IOException {
    var millis = new ArrayList<Double>();
    var bytes = new ArrayList<Integer>();
    int others = 0;
    String first = "";
    try (var connection = new Connection(base, session)) {
      for (int i = 0; i < count; i++) {
        String path = paths.get();
        long began = System.nanoTime();
        Answer answer = connection.ask(path);
        double took = (System.nanoTime() - began) / 1e6;
        if (answer.status() == 200) {
          millis.add(took);
          bytes.add(answer.body().length);
        } else if (others++ == 0) {
          first = answer.status() + " to " + path;
        }
      }
    }
    millis.sort(null);
    bytes.sort(null);
    return new Round(millis, bytes, others == 0 ? "" : "%d of %d answered otherwise, as %s".formatted(others, count, first));
  }

  private static boolean print(String name, Round round) {
    if (round.millis().isEmpty()) {
      System.out.printf("%-16s not measured: %s%n", name, round.odd());
      return false;
    }
    double p95 = part(round.millis(), 0.95);
    int most = round.bytes().getLast();
    // A feed is no page.
    boolean isGood = p95 <= BAR_MILLIS && (name.equals("feed") || most <= MOST_BYTES);
    System.out.printf(
        "%-16s %8.1f %8.1f %8.1f %9d %9d%s%n",
        name, part(round.millis(), 0.5), p95, part(round.millis(), 0.99), part(round.bytes(), 0.5), most,
        (isGood ? "" : "   over its bar") + (round.odd().isEmpty() ? "" : "   " + round.odd()));
    return isGood;
  }

  private static <T> T part(List<T> sorted, double share) {
    return sorted.get((int) Math.min(sorted.size() - 1, Math.floor(share * sorted.size())));
  }

  private record Answer(int status, byte[] body) {}

  private static final class Connection implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final String session;

    Connection(URI base, String session) throws IOException {
      this.session = session;
      socket = new Socket(base.getHost(), base.getPort());
      socket.setTcpNoDelay(true);
      in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
      out = socket.getOutputStream();
    }

    /// The session is shown where a page asks for one.
    Answer ask(String path) throws IOException {
      var random = ThreadLocalRandom.current();
      boolean isOwn = path.startsWith("/account") || path.startsWith("/host") || path.startsWith("/operator");
      out.write("GET %s HTTP/1.1\r\nHost: bench\r\nAccept: text/html\r\nX-Forwarded-For: 10.%d.%d.%d\r\n%s\r\n"
          .formatted(path, random.nextInt(256), random.nextInt(256), random.nextInt(256), isOwn ? "Cookie: assay_session=" + session + "\r\n" : "")
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
