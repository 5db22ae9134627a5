package http;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/// What a platform holds that `bench/fill` has filled, as its API tells.
///
/// @param runs `j1-1` to `jN-1`
/// @param benchmarks `bench/b1` to `bench/bN`, all at `point`
/// @param machineClass that most runs are of, as it stands in an address
public record Filled(long runs, long benchmarks, String point, String machineClass) {
  public static Filled ask(URI base) throws IOException {
    long runs = Long.parseLong(part(text(base, "/api/v1/runs?limit=1"), "\"id\" *: *\"j(\\d+)-1\""));
    long benchmarks = Pattern.compile("bench/b\\d+").matcher(text(base, "/api/v1/benchmarks?limit=200")).results().map(found -> found.group()).distinct().count();
    String run = text(base, "/api/v1/runs/j2-1");
    return new Filled(
        runs,
        benchmarks,
        part(run, "\"point\" *: *\"([^\"]+)\""),
        part(run, "\"machine_class\" *: *\"([^\"]+)\"").replaceFirst(" B$", "").replace(" ", "%20").replace(",", "%2C"));
  }

  /// Any of them: 1 to `most`.
  public static long pick(long most) {
    return 1 + ThreadLocalRandom.current().nextLong(most);
  }

  private static String text(URI base, String path) throws IOException {
    try (var connection = new Connection(base)) {
      var answer = connection.ask(path, "");
      if (answer.status() != 200) {
        throw new IllegalStateException(path + ": " + answer.status() + " " + answer.text());
      }
      return answer.text();
    }
  }

  private static String part(String text, String pattern) {
    var found = Pattern.compile(pattern).matcher(text);
    if (!found.find()) {
      throw new IllegalStateException("nothing fits " + pattern + " in " + text.substring(0, Math.min(500, text.length())));
    }
    return found.group(1);
  }
}
