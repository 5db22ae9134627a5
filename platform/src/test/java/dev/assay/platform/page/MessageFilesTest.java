package dev.assay.platform.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Words of the pages: each key that is used is there, and each that is there is used.
class MessageFilesTest {
  /// A text in the code that may be a key, or the beginning of one when it ends in a dot.
  private static final Pattern KEY =
      Pattern.compile("\"((?:%s)\\.[a-z0-9.-]*)\"".formatted(String.join("|", Texts.AREAS)));

  /// The same where it certainly is a key, or the beginning of one.
  private static final Pattern CALL =
      Pattern.compile(
          "(?:text|texts(?:\\(\\))?\\.of)\\(\\s*\"([a-z]+\\.[^\"]*)\"(\\s*[,)]|\\s*\\+)");

  private final Set<String> keys = new TreeSet<>(Texts.english().keys());

  private static List<String> sources() throws IOException {
    try (Stream<Path> java = Files.walk(Path.of("src/main/java/dev/assay/platform/page"));
        Stream<Path> templates = Files.walk(Path.of("src/main/jte/page"))) {
      return Stream.concat(java, templates)
          .filter(file -> file.toString().endsWith(".java") || file.toString().endsWith(".jte"))
          .map(MessageFilesTest::read)
          .toList();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void everyKeyThatIsUsedIsThere() throws IOException {
    var missing = new TreeSet<String>();
    int calls = 0;
    for (String source : sources()) {
      Matcher call = CALL.matcher(source);
      while (call.find()) {
        calls++;
        String key = call.group(1);
        boolean isThere =
            call.group(2).endsWith("+")
                ? keys.stream().anyMatch(one -> one.startsWith(key))
                : keys.contains(key);
        if (!isThere) {
          missing.add(key);
        }
      }
    }

    assertThat(missing).isEmpty();
    assertThat(calls).isGreaterThan(20);
  }

  /// What follows a stem is put together where it is used.
  private static String stem(String used) {
    return used.endsWith(".") ? used : used + ".";
  }

  @Test
  void everyKeyThatIsThereIsUsed() throws IOException {
    var unused = new TreeSet<>(keys);
    for (String source : sources()) {
      Matcher key = KEY.matcher(source);
      while (key.find()) {
        String used = key.group(1);
        unused.removeIf(one -> one.equals(used) || one.startsWith(stem(used)));
      }
    }

    assertThat(unused).isEmpty();
  }

  @Test
  void everyKeyBelongsToTheAreaOfItsFile() throws IOException {
    for (String area : Texts.AREAS) {
      List<String> lines =
          Files.readAllLines(
              Path.of("src/main/resources/dev/assay/platform/page/texts", area + "_en.properties"));

      assertThat(lines)
          .filteredOn(line -> !line.isBlank() && !line.startsWith("#") && !line.startsWith(" "))
          .allMatch(line -> line.startsWith(area + "."), "begins with " + area);
    }
  }
}
