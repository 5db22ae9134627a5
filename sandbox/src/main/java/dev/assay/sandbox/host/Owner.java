package dev.assay.sandbox.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/// The process that a file or mount on this machine belongs to. Written into its name, it lets a
/// later process tell remains from what is in use.
///
/// @param pid process id
/// @param startTicks when it started, in ticks since boot (`/proc/PID/stat`, field 22): a pid is
///   used again, both together are not until the next boot
public record Owner(long pid, long startTicks) {
  private static final Pattern MARK =
      Pattern.compile(".*\\.(\\d{1,10})-(\\d{1,19})(\\.[a-z0-9]+)?");
  private static final int START_FIELD = 22;

  /// This process.
  public static Owner self() {
    long pid = ProcessHandle.current().pid();
    return new Owner(pid, startTicks(pid).orElse(0L));
  }

  /// The owner that a name ends with, as in `work.1234-567890.img`.
  public static Optional<Owner> find(String name) {
    var found = MARK.matcher(name);
    return found.matches()
        ? Optional.of(new Owner(Long.parseLong(found.group(1)), Long.parseLong(found.group(2))))
        : Optional.empty();
  }

  public boolean isAlive() {
    return startTicks(pid).filter(ticks -> ticks == startTicks).isPresent();
  }

  /// As in `1234-567890`.
  public String mark() {
    return pid + "-" + startTicks;
  }

  private static Optional<Long> startTicks(long pid) {
    try {
      String stat =
          Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
      // The second field is the program's name in parentheses, and may hold spaces and ')'.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return Optional.of(Long.valueOf(fields[START_FIELD - 3]));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }
}
