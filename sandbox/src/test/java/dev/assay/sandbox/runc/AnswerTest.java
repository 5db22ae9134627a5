package dev.assay.sandbox.runc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AnswerTest {
  @Test
  void readsEveryAnswer() {
    assertThat(Answer.parse("hello 1")).isEqualTo(new Answer.Hello(1));
    assertThat(Answer.parse("ready")).isEqualTo(new Answer.Ready());
    assertThat(Answer.parse("joined")).isEqualTo(new Answer.Joined());
    assertThat(Answer.parse("forked")).isEqualTo(new Answer.Forked());
    assertThat(Answer.parse("ended 123456789012 exit 3 2 7 1"))
        .isEqualTo(new Answer.Ended(123_456_789_012L, 3, 0, 2, 7, 1));
    assertThat(Answer.parse("ended 5 signal 9 0 0 0"))
        .isEqualTo(new Answer.Ended(5, 0, 9, 0, 0, 0));
    assertThat(Answer.parse("failed execute 2")).isEqualTo(new Answer.Failed("execute", 2));
    assertThat(Answer.parse("stuck")).isEqualTo(new Answer.Stuck());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ended", "ended x exit 0 0 0 0", "failed execute", "goodbye"})
  void refusesWhatNoLauncherSays(String line) {
    assertThatThrownBy(() -> Answer.parse(line))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("'" + line + "'");
  }

  @Test
  void writesOrdersAsEntriesThatEndInZero() {
    var order = order("/bin/echo", "a b");

    assertThat(new String(order.encode(), UTF_8))
        .isEqualTo(
            "user=7\0group=8\0scratch=4096\0files=64\0network=0\0plain=1\0stdin=/i\0stdout=/o\0stderr=/e\0stamps=/s\0"
                + "keep=/tmp/k\0control=assay/job/p1\0folder=/f\0argument=/bin/echo\0argument=a b\0environment=PATH=/bin\0");
  }

  @Test
  void refusesZeroBytesInOrders() {
    assertThatThrownBy(() -> order("a\0user=0").encode())
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Order order(String... command) {
    return new Order(
        7,
        8,
        4096,
        64,
        false,
        true,
        "/i",
        "/o",
        "/e",
        "/s",
        List.of("/tmp/k"),
        "assay/job/p1",
        "/f",
        List.of(command),
        Map.of("PATH", "/bin"));
  }
}
