package dev.assay.platform.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseAddressTest {
  @Test
  void readsWhatPostgresReads() {
    assertThat(DatabaseAddress.parse("postgresql://ann:s%40y+1@db.example.org:5433/assay"))
        .isEqualTo(
            new DatabaseAddress("jdbc:postgresql://db.example.org:5433/assay", "ann", "s@y+1"));
    assertThat(DatabaseAddress.parse("postgres://ann@[::1]/assay?sslmode=require"))
        .isEqualTo(
            new DatabaseAddress("jdbc:postgresql://[::1]:5432/assay?sslmode=require", "ann", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "assay",
        "jdbc:postgresql://h/d",
        "mysql://u:secret@h/d",
        "postgresql://u:secret@h",
        "postgresql://u:secret@h/",
        "postgresql://u:secret@h/a/b",
        "postgresql://h/d",
        "postgresql://u:secr et@h/d"
      })
  void refusesWhatIsNoAddressWithoutRepeatingIt(String text) {
    assertThatThrownBy(() -> DatabaseAddress.parse(text))
        .hasMessageContaining("postgresql://USER:PASSWORD@HOST:PORT/DATABASE")
        .hasMessageNotContaining("secr");
  }

  @Test
  void neverShowsThePassword() {
    assertThat(DatabaseAddress.parse("postgresql://u:secret@h/d?password=secret").toString())
        .isEqualTo("jdbc:postgresql://h:5432/d as u");
  }
}
