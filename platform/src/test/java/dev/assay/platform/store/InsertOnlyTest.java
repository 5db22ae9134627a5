package dev.assay.platform.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.platform.testkit.TestDatabase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class InsertOnlyTest {
  @ParameterizedTest(name = "{0}")
  @EnumSource
  void anAuditEntryIsNeitherChangedNorTakenAway(TestDatabase.Kind kind) {
    try (var database = TestDatabase.fresh(kind)) {
      database
          .jdbi()
          .useHandle(handle -> {
            handle.execute(
                "insert into audit_entry (actor, action, subject, detail) values ('a', 'b', 'c', 'd')");

            assertThatThrownBy(() -> handle.execute("update audit_entry set actor = 'x'"))
                .hasMessageContaining("never changed");
            assertThatThrownBy(() -> handle.execute("delete from audit_entry"))
                .hasMessageContaining("never changed");
            assertThatThrownBy(() -> handle.execute("truncate audit_entry"))
                .hasMessageContaining("never changed");
            assertThatThrownBy(() ->
                    handle.execute(
                        "set session_replication_role = replica; delete from audit_entry"))
                .hasMessageContaining("never changed");
          });
    }
  }
}
