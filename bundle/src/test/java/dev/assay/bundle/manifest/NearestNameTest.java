package dev.assay.bundle.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNameTest {
  private static final List<String> KNOWN = List.of("memory", "case", "cpus", "self_reported");

  @Test
  void findsWhatWasProbablyMeant() {
    assertThat(NearestName.find("memry", KNOWN)).contains("memory");
    assertThat(NearestName.find("caes", KNOWN)).contains("case");
    assertThat(NearestName.find("CPUS", KNOWN)).contains("cpus");
    assertThat(NearestName.find("selfreported", KNOWN)).contains("self_reported");
    assertThat(NearestName.find("mem", KNOWN)).contains("memory");
  }

  @Test
  void staysSilentWhereNothingIsNear() {
    assertThat(NearestName.find("colour", KNOWN)).isEmpty();
    assertThat(NearestName.find("x", KNOWN)).isEmpty();
  }

  @Test
  void countsEdits() {
    assertThat(NearestName.edits("", "abc")).isEqualTo(3);
    assertThat(NearestName.edits("abc", "acb")).isEqualTo(1);
    assertThat(NearestName.edits("kitten", "sitting")).isEqualTo(3);
  }
}
