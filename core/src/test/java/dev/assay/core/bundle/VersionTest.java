package dev.assay.core.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VersionTest {
  /// The order of semver.org, section 11, with a few more.
  private static final List<String> ASCENDING =
      List.of(
          "0.9.9",
          "1.0.0-0",
          "1.0.0-2",
          "1.0.0-10",
          "1.0.0-99999999999999999999",
          "1.0.0--",
          "1.0.0-alpha",
          "1.0.0-alpha.1",
          "1.0.0-alpha.beta",
          "1.0.0-beta",
          "1.0.0-beta.2",
          "1.0.0-beta.11",
          "1.0.0-rc.1",
          "1.0.0",
          "1.0.1",
          "1.2.0",
          "1.10.0",
          "2.0.0");

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void ordersAsSemverDoes(long seed) {
    var versions = new ArrayList<>(ASCENDING.stream().map(Version::parse).toList());

    Collections.shuffle(versions, new Random(seed));
    Collections.sort(versions);

    assertThat(versions).map(Version::toString).containsExactlyElementsOf(ASCENDING);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "1.0",
        "1.0.0.0",
        "01.0.0",
        "1.0.0-",
        "1.0.0-01",
        "1.0.0-a..b",
        "1.0.0-a.00",
        "1.0.0+build",
        "v1.0.0",
        " 1.0.0",
        "1.0.0\n",
        "-1.0.0",
        "1.0.9999999999"
      })
  void refusesWhatIsNoVersion(String text) {
    assertThatThrownBy(() -> Version.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is no semantic version");
  }

  @Test
  void doesNotDependOnTheLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));

      assertThat(Version.parse("1.20.3").toString()).isEqualTo("1.20.3");
    } finally {
      Locale.setDefault(before);
    }
  }
}
