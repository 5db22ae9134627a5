package dev.assay.platform.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ServerUserTest {
  private static final String ROOT = "root:x:0:0:root:/root:/bin/bash";
  private static final String NOBODY = "nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin";

  @Test
  void isNobodyUnlessThereIsAUserForIt() {
    assertThat(ServerUser.choose(List.of(ROOT, NOBODY))).isEqualTo(new ServerUser(65534, 65533));
    assertThat(ServerUser.choose(List.of(ROOT, NOBODY, "assay:x:998:997::/:/bin/false")))
        .isEqualTo(new ServerUser(998, 997));
  }

  @Test
  void isNeverRootByAnotherName() {
    assertThatThrownBy(() -> ServerUser.choose(List.of(ROOT, "assay:x:0:0::/:/bin/sh")))
        .hasMessageContaining("useradd --system assay");
  }

  @Test
  void getsASessionOfItsOwn() {
    assertThat(new ServerUser(5, 6).command(List.of("p", "q")))
        .containsExactly("setpriv", "--reuid=5", "--regid=6", "--clear-groups", "setsid", "p", "q");
    assertThat(new ServerUser(null, 0).command(List.of("p"))).containsExactly("setsid", "p");
  }
}
