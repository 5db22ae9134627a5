package dev.assay.platform.operate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.platform.blob.FolderBlobs;
import dev.assay.platform.store.Database;
import dev.assay.platform.store.DatabaseAddress;
import dev.assay.platform.testkit.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BackupTest {
  private static final String ADD_ACCOUNT =
      """
      insert into account (id, name, role) values (:id, :id, 'author')
      """;
  private static final String ADD_IMAGE =
      """
      insert into image (reference, digest, recipe_blob, published_by)
      select :id, :id, :blob, key from account where id = :id
      """;

  /// Odd signs, all rows with all their columns, in an order of its own.
  private static final String CONTENT =
      """
      select string_agg(t.line, chr(10) order by t.line) from (
        select 'a ' || a::text as line from account a union all
        select 'i ' || i::text from image i union all
        select 'e ' || e::text from audit_entry e) t
      """;

  @TempDir private Path folder;
  private FolderBlobs blobs;

  @BeforeEach
  void open() {
    blobs = FolderBlobs.open(folder.resolve("blobs"), InstantSource.system());
  }

  @ParameterizedTest(name = "from {0}")
  @EnumSource
  void bringsBackEveryRowAndBlob(TestDatabase.Kind kind) throws IOException {
    DatabaseAddress source = TestDatabase.freshAddress(kind);
    try (var database = Database.attach(source, 2)) {
      fill(database.jdbi(), "tab\tnew\nline\\N\"'ü", "plain");
    }
    Path file = folder.resolve("backup.tar.zst");
    BackupManifest written = new Backup(source, blobs, "0.1.0").write(file);

    DatabaseAddress target = TestDatabase.emptyAddress(TestDatabase.Kind.EMBEDDED);
    FolderBlobs restored = emptyBlobs("restored");
    BackupManifest read = new Restore(target, restored).read(file);

    assertThat(read).isEqualTo(written);
    assertThat(read.rows()).isEqualTo(6);
    assertThat(content(target)).isEqualTo(content(source)).contains("plain");
    assertThat(restored.use()).isEqualTo(blobs.use());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    try (var database = Database.attach(target, 2)) {
      fill(database.jdbi(), "after");
    }
  }

  @Test
  void takesOneMomentWhileOthersWrite() throws InterruptedException {
    DatabaseAddress source = TestDatabase.freshAddress();
    Path file = folder.resolve("backup.tar.zst");
    var isEnough = new AtomicBoolean();
    var hasBegun = new CountDownLatch(50);
    try (var database = Database.attach(source, 2)) {
      Thread writer =
          Thread.ofVirtual()
              .start(() -> {
                for (int i = 0; !isEnough.get(); i++) {
                  fill(database.jdbi(), "n" + i);
                  hasBegun.countDown();
                }
              });
      hasBegun.await();
      new Backup(source, blobs, "0.1.0").write(file);
      isEnough.set(true);
      writer.join();
    }

    DatabaseAddress target = TestDatabase.emptyAddress(TestDatabase.Kind.DEBIAN_15);
    BackupManifest read = new Restore(target, emptyBlobs("restored")).read(file);

    long accounts = rows(read, "account");
    assertThat(accounts).isGreaterThanOrEqualTo(49);
    assertThat(rows(read, "image")).isEqualTo(accounts);
    assertThat(rows(read, "audit_entry")).isEqualTo(accounts);
    assertThat(read.blobs()).isEqualTo(accounts);
    assertThat(read.missingBlobs()).isEmpty();
  }

  @Test
  void saysWhichBlobsAreMissing() {
    DatabaseAddress source = TestDatabase.freshAddress();
    try (var database = Database.attach(source, 2)) {
      fill(database.jdbi(), "one");
    }

    BackupManifest written =
        new Backup(source, emptyBlobs("none"), "0.1.0").write(folder.resolve("backup.tar.zst"));

    assertThat(written.missingBlobs()).hasSize(1);
  }

  @Test
  void restoresIntoNothingThatHasSomething() {
    DatabaseAddress source = TestDatabase.freshAddress();
    try (var database = Database.attach(source, 2)) {
      fill(database.jdbi(), "one");
    }
    Path file = folder.resolve("backup.tar.zst");
    new Backup(source, blobs, "0.1.0").write(file);

    assertThatThrownBy(() -> new Restore(source, emptyBlobs("restored")).read(file))
        .hasMessageContaining("is not empty (account, audit_entry, image)");
    assertThatThrownBy(() -> new Restore(TestDatabase.freshAddress(), blobs).read(file))
        .hasMessageContaining("There are blobs already");
    assertThatThrownBy(() -> new Backup(source, blobs, "0.1.0").write(file))
        .hasMessageContaining("is there already");
  }

  @Test
  void restoresNothingOfABackupThatIsCutOrChanged() throws IOException {
    DatabaseAddress source = TestDatabase.freshAddress();
    try (var database = Database.attach(source, 2)) {
      fill(database.jdbi(), "one", "two", "three");
    }
    Path file = folder.resolve("backup.tar.zst");
    new Backup(source, blobs, "0.1.0").write(file);
    byte[] whole = Files.readAllBytes(file);
    Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, whole.length - 40));
    Path other = Files.writeString(folder.resolve("other"), "no backup", UTF_8);
    DatabaseAddress target = TestDatabase.freshAddress();

    assertThatThrownBy(() -> new Restore(target, emptyBlobs("a")).read(cut))
        .hasMessageContaining("The backup " + cut);
    assertThatThrownBy(() -> new Restore(target, emptyBlobs("b")).read(other))
        .hasMessageContaining("could not be read");

    assertThat(accounts(target)).isZero();
  }

  private static long accounts(DatabaseAddress address) {
    try (var database = Database.attach(address, 1)) {
      return database
          .jdbi()
          .withHandle(
              handle -> handle.createQuery("select count(*) from account").mapTo(Long.class).one());
    }
  }

  private FolderBlobs emptyBlobs(String name) {
    return FolderBlobs.open(folder.resolve(name), InstantSource.system());
  }

  /// For each id an account, an image with a blob and an audit entry, all or none.
  private void fill(Jdbi jdbi, String... ids) {
    for (String id : ids) {
      String blob = blobs.store(id.getBytes(UTF_8));
      jdbi.useTransaction(handle -> {
        handle.createUpdate(ADD_ACCOUNT).bind("id", id).execute();
        handle.createUpdate(ADD_IMAGE).bind("id", id).bind("blob", blob).execute();
        handle.execute(
            "insert into audit_entry (actor, action, subject, detail) values (?, 'b', 'c', 'd')",
            id);
      });
    }
  }

  private static String content(DatabaseAddress address) {
    try (var database = Database.attach(address, 1)) {
      return database
          .jdbi()
          .withHandle(handle -> handle.createQuery(CONTENT).mapTo(String.class).one());
    }
  }

  private static long rows(BackupManifest manifest, String table) {
    return manifest.tables().stream()
        .filter(one -> one.name().equals(table))
        .mapToLong(BackupManifest.TableCopy::rows)
        .sum();
  }
}
