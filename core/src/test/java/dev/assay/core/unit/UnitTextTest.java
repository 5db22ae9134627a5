package dev.assay.core.unit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitTextTest {
  @ParameterizedTest
  @CsvSource({
    "0B, 0",
    "1 KB, 1000",
    "1KiB, 1024",
    "2MB, 2000000",
    "64MiB, 67108864",
    "1GB, 1000000000",
    "1GiB, 1073741824",
    "9223372036854775807B, 9223372036854775807"
  })
  void readsSizes(String text, long bytes) {
    assertThat(DataSize.parse(text)).hasValue(DataSize.ofBytes(bytes));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "1kb",
        "1K",
        "1.5GiB",
        "-1B",
        "1  B",
        "9223372036854775808B",
        "9999999999999GiB",
        "1TiB",
        "1B ",
        "१B"
      })
  void refusesOtherSizes(String text) {
    assertThat(DataSize.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "1023, 1023 B",
    "1024, 1 KiB",
    "1536, 1.50 KiB",
    "10240, 10 KiB",
    "12595, 12.3 KiB",
    "1048063, 1023 KiB",
    "1048575, 1.00 MiB",
    "1048576, 1 MiB",
    "1535000000, 1.43 GiB",
    "1099511627776, 1 TiB",
    "9223372036854775807, 8388608 TiB"
  })
  void writesSizesWithThreeDigits(long bytes, String text) {
    assertThat(DataSize.ofBytes(bytes).toText()).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"1ms, 1", "2 s, 2000", "3m, 180000", "4h, 14400000", "0s, 0"})
  void readsDurations(String text, long millis) {
    assertThat(DurationText.parse(text)).hasValue(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "1", "1min", "1.5s", "-1s", "1us", "s", "9999999999999s", "999999999999h"})
  void refusesOtherDurations(String text) {
    assertThat(DurationText.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 s",
    "5e-10, 0.50 ns",
    "1e-9, 1.00 ns",
    "9.994e-7, 999 ns",
    "9.996e-7, 1.00 µs",
    "1.2345e-5, 12.3 µs",
    "9.994e-4, 999 µs",
    "9.996e-4, 1.00 ms",
    "0.123456, 123 ms",
    "0.9996, 1.00 s",
    "59.96, 60.0 s",
    "119, 119 s",
    "120, 2.00 min",
    "7200, 2.00 h",
    "-0.5, -500 ms",
    "NaN, –"
  })
  void writesDurationsWithThreeDigits(double seconds, String text) {
    assertThat(DurationText.ofSeconds(seconds)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "12.44e-6, 13.5e-6, 12.4–13.5 µs",
    "0.98e-3, 1.02e-3, 0.98–1.02 ms",
    "804e-9, 848.4e-9, 804–848 ns",
    "1.2345, 1.2347, 1.2345–1.2347 s",
    "1.5, 1.5, 1.50–1.50 s",
    "100, 150, 1.67–2.50 min",
    "0, 0, 0–0 s",
    "-1, 1, -1.00 s to 1.00 s"
  })
  void writesRangesWithOneUnit(double low, double high, String text) {
    assertThat(DurationText.ofRange(low, high)).isEqualTo(text);
  }
}
