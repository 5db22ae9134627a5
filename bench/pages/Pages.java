package pages;

import static http.Filled.pick;

import http.Connection;
import http.Filled;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// Asks a platform that `bench/fill` has filled for every kind of page, one after the other, as a reader and with a session
/// of its operator, and prints how long answers take and how large they are. Where the operator's rate is used up it waits as
/// it is told to; nothing else is asked meanwhile, so what is measured is the server's time and one round trip through the
/// loopback device. Started by `run`.
final class Pages {
  private static final double BAR_MILLIS = 30;
  private static final int MOST_BYTES = 30 << 10;

  private final URI base;
  private final int times;
  private final String session;
  private final Pattern wanted;

  private Pages(URI base, int times, String session, Pattern wanted) {
    this.base = base;
    this.times = times;
    this.session = session;
    this.wanted = wanted;
  }

  /// URL TIMES SESSION WANTED
  public static void main(String[] words) throws Exception {
    System.exit(new Pages(URI.create(words[0]), Integer.parseInt(words[1]), words[2], Pattern.compile(words[3])).measure() ? 0 : 1);
  }

  private boolean measure() throws Exception {
    Map<String, Supplier<String>> pages = pages();
    System.out.printf("%-16s %8s %8s %8s %9s %9s%n", "page", "p50 ms", "p95 ms", "p99 ms", "median B", "most B");
    boolean isGood = true;
    for (var one : pages.entrySet()) {
      if (!wanted.matcher(one.getKey()).matches()) {
        continue;
      }
      // As often before, so that what is measured is not how it warms up.
      ask(one.getValue(), times);
      isGood &= print(one.getKey(), ask(one.getValue(), times));
    }
    return isGood;
  }

  private Map<String, Supplier<String>> pages() throws Exception {
    Filled filled = Filled.ask(base);
    long runs = filled.runs();
    long benchmarks = filled.benchmarks();
    String point = filled.point();
    String machineClass = filled.machineClass();
    var pages = new LinkedHashMap<String, Supplier<String>>();
    pages.put("home", () -> "/");
    pages.put("search", () -> "/?q=b" + pick(benchmarks));
    pages.put("search names", () -> "/?q=implementation%20" + pick(200));
    pages.put("search in vain", () -> "/?q=nothing-" + pick(1000));
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

  /// Times and sizes of what was found: some of what is picked is private.
  ///
  /// @param odd what the first other answer was, and how many there were
  private record Round(List<Double> millis, List<Integer> bytes, String odd) {}

  private Round ask(Supplier<String> paths, int count) throws Exception {
    var millis = new ArrayList<Double>();
    var bytes = new ArrayList<Integer>();
    int others = 0;
    String first = "";
    try (var connection = new Connection(base)) {
      for (int i = 0; i < count; i++) {
        String path = paths.get();
        long began = System.nanoTime();
        Connection.Answer answer = connection.ask(path, headers(path));
        double took = (System.nanoTime() - began) / 1e6;
        if (answer.status() == 200) {
          millis.add(took);
          bytes.add(answer.body().length);
        } else if (answer.status() == 429) {
          Thread.sleep(1000L * answer.retryAfterSeconds());
          i--;
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

  /// The session is shown where a page asks for one.
  private String headers(String path) {
    boolean isOwn = path.startsWith("/account") || path.startsWith("/host") || path.startsWith("/operator");
    return "Accept: text/html\r\n" + (isOwn ? "Cookie: assay_session=" + session + "\r\n" : "");
  }
}
