package dev.assay.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MultipartFormTest {
  private static final String TYPE = "multipart/form-data; boundary=X-1";

  private static String part(String disposition, String content) {
    return "--X-1\r\nContent-Disposition: form-data; %s\r\nContent-Type: text/plain\r\n\r\n%s\r\n"
        .formatted(disposition, content);
  }

  private static MultipartForm form(String body) {
    return MultipartForm.of(TYPE, new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void readsFieldsBeforeAFileWithoutReadingTheFile() {
    var in =
        new ByteArrayInputStream(
            (part("name=\"a\"", "ä\r\nb")
                    + part("name=\"b\"", "")
                    + part("name=\"f\"; filename=\"x.bin\"", "y".repeat(1 << 20)))
                .getBytes(StandardCharsets.UTF_8));
    var form = MultipartForm.of(TYPE, in);

    assertThat(form.field("a")).contains("ä\r\nb");
    assertThat(form.field("b")).contains("");
    assertThat(form.field("nothing")).isEmpty();
    assertThat(in.available()).isGreaterThan(900_000);
  }

  @Test
  void readsOneFileAfterTheOther() {
    var form =
        form(
            part("name=\"one\"; filename=\"a%22b\"", "first\r\n--X-")
                + part("name=\"field\"", "between")
                + part("name=\"two\"; filename=\"\"", "")
                + "--X-1--\r\n");

    var one = form.nextFile().orElseThrow();
    assertThat(one.fileName()).isEqualTo("a\"b");
    assertThat(one.bytes(100)).asString(StandardCharsets.UTF_8).isEqualTo("first\r\n--X-");
    var two = form.nextFile().orElseThrow();
    assertThat(two.name()).isEqualTo("two");
    assertThat(two.fileName()).isEmpty();
    assertThat(two.bytes(100)).isEmpty();
    assertThat(form.nextFile()).isEmpty();
    assertThat(form.field("field")).contains("between");
  }

  @Test
  void passesOverWhatWasNotRead() {
    var form =
        form(
            part("name=\"one\"; filename=\"a\"", "x".repeat(200_000))
                + part("name=\"two\"; filename=\"b\"", "second")
                + "--X-1--");

    form.nextFile();

    assertThat(form.nextFile().orElseThrow().bytes(10)).hasSize(6);
  }

  @Test
  void holdsFilesAndFieldsToTheirBounds() {
    var form = form(part("name=\"one\"; filename=\"a\"", "x".repeat(101)) + "--X-1--");
    var file = form.nextFile().orElseThrow();

    assertThatThrownBy(() -> file.bytes(100)).hasMessageContaining("more than 100 bytes");
    assertThatThrownBy(() -> form(part("name=\"a\"", "x".repeat(200_000))).field("a"))
        .hasMessageContaining("more than 131072 bytes");
    assertThatThrownBy(() -> form(part("name=\"a\"", "").repeat(51)).field("b"))
        .hasMessageContaining("more than 50 fields");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no form",
        "--X-1",
        "--X-1\r\n",
        "--X-1\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx",
        "--X-1\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--X-1",
        "--X-1\r\nContent-Disposition: form-data\r\n\r\nx\r\n--X-1--",
        "--X-1junk\r\n"
      })
  void refusesWhatIsNoForm(String body) {
    assertThatThrownBy(() -> form(body).field("b"))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("The form cannot be read");
  }

  @Test
  void refusesHeadersWithoutEndAndTypesWithoutBoundary() {
    assertThatThrownBy(() -> form("--X-1\r\nA: " + "x".repeat(10_000)).field("a"))
        .hasMessageContaining("more than 8 KiB");
    assertThatThrownBy(() -> MultipartForm.of("multipart/form-data", InputStream.nullInputStream()))
        .hasMessageContaining("names no boundary");
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89})
  void givesBackAnyBytesHoweverTheyCome(long seed) {
    var random = new Random(seed);
    byte[] content = new byte[random.nextInt(300_000)];
    random.nextBytes(content);
    for (int i = 0; i < content.length - 8; i += 1 + random.nextInt(9_000)) {
      System.arraycopy("\r\n--X-2".getBytes(StandardCharsets.UTF_8), 0, content, i, 7);
    }
    var body = new ByteArrayOutputStream();
    body.writeBytes(
        "--X-1\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\n"
            .getBytes(StandardCharsets.UTF_8));
    body.writeBytes(content);
    body.writeBytes("\r\n--X-1--\r\n".getBytes(StandardCharsets.UTF_8));

    var form = MultipartForm.of(TYPE, new Trickling(body.toByteArray(), random));

    assertThat(form.nextFile().orElseThrow().bytes(1 << 20)).isEqualTo(content);
  }

  /// Gives a few bytes at a time.
  private static final class Trickling extends InputStream {
    private final InputStream in;
    private final Random random;

    Trickling(byte[] bytes, Random random) {
      this.in = new ByteArrayInputStream(bytes);
      this.random = random;
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException("nobody reads single bytes");
    }

    @Override
    public int read(byte[] target, int offset, int length) throws java.io.IOException {
      return in.read(target, offset, Math.min(length, 1 + random.nextInt(5_000)));
    }
  }
}
