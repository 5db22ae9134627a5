package dev.assay.runner.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.host.HostAnswer;
import dev.assay.sandbox.host.HostCommand;
import dev.assay.sandbox.host.LocalPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The program that tries every way out of the sandbox, `attack.c` among the sandbox's tests, and
/// what it must say.
public final class Attack {
  /// A word that no file's name or content may hold where programs can see it.
  public static final String SECRET = "secret-of-another";

  /// Its source, from the repository's root.
  public static final String SOURCE = "sandbox/src/test/resources/dev/assay/sandbox/runc/attack.c";

  /// EPERM, ENOENT, ESRCH, ENXIO, EACCES, ENOTDIR, ENOTTY, EROFS, ENOSYS, EAFNOSUPPORT. Another
  /// error means that a call was let in and did not like its arguments.
  private static final Set<Integer> REFUSALS = Set.of(1, 2, 3, 6, 13, 20, 25, 30, 38, 97);

  private static final Pattern REFUSED = Pattern.compile("\\S+ refused (\\d+)");

  private Attack() {}

  /// Compiles it, without libraries, into a folder that any user may read.
  public static Path compile(Path folder) {
    Path program = folder.resolve("attack");
    HostAnswer answer =
        new LocalPrograms()
            .execute(
                HostCommand.of(
                    "cc",
                    "-static",
                    "-O1",
                    "-o",
                    program.toString(),
                    Folders.repository().resolve(SOURCE).toString()));
    if (!answer.succeeded()) {
      throw new IllegalStateException(answer.errors());
    }
    return program;
  }

  /// Lets any user pass to a folder of a test's, whose parents belong to one alone.
  public static Path openToAll(Path folder) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path parent = folder.getParent();
    if (parent != null) {
      Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    return folder;
  }

  /// Holds what `attack reach` said against what is promised.
  public static void assertRefused(List<String> lines) {
    assertThat(lines).endsWith("end nothing").hasSizeGreaterThan(380);
    assertThat(lines).allMatch(line -> line.endsWith(" nothing") || isRefusal(line));
  }

  /// Holds what `attack find` said against what is promised.
  public static void assertNothingFound(List<String> lines) {
    assertThat(lines).hasSize(19).allMatch(line -> line.endsWith(" nothing"));
  }

  private static boolean isRefusal(String line) {
    Matcher matcher = REFUSED.matcher(line);
    return matcher.matches() && REFUSALS.contains(Integer.valueOf(matcher.group(1)));
  }
}
