package dev.assay.runner.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.unit.DataSize;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Random;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.internal.storage.file.GC;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.internal.WorkQueue;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.eclipse.jgit.transport.Daemon;
import org.eclipse.jgit.transport.ServiceMayNotContinueException;
import org.eclipse.jgit.transport.URIish;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Against JGit's own daemon, on a port of this machine.
class RemoteRepositoryTest {
  @TempDir private Path scratch;
  private GitFixture repository;
  private Daemon daemon;
  private String url;

  @BeforeEach
  void serve() throws Exception {
    repository = GitFixture.create(scratch.resolve("served/repository"));
    daemon = new Daemon(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    daemon.setRepositoryResolver((client, name) -> open(name));
    daemon.start();
    url = "git://localhost:%d/repository".formatted(daemon.getAddress().getPort());
  }

  private Repository open(String name) throws ServiceMayNotContinueException {
    try {
      return new FileRepositoryBuilder()
          .setWorkTree(scratch.resolve("served").resolve(name).toFile())
          .build();
    } catch (IOException broken) {
      throw new ServiceMayNotContinueException(broken);
    }
  }

  @AfterEach
  void stop() throws Exception {
    daemon.stopAndWait();
    repository.close();
  }

  @Test
  void clonesTheDefaultBranch() throws Exception {
    repository.write("solution.cpp", "1\n").commit("First");
    String second = repository.write("solution.cpp", "2\n").commit("Second");

    var frozen = freeze(null);
    var clone = copy(frozen);

    assertThat(frozen.repository()).isEqualTo(url);
    assertThat(((FrozenSource.AtCommit) frozen).commit()).isEqualTo(second);
    assertThat(clone.root().resolve("solution.cpp")).hasContent("2\n");
    assertThat(clone.root().resolve(".git")).doesNotExist();
    try (var files = Files.list(scratch)) {
      assertThat(files).hasSize(2);
    }
  }

  /// What it began in the background would meet the removal of the repository.
  @Test
  void tidiesNothingUpInTheBackground() throws Exception {
    repository.write("solution.cpp", "1\n").commit("First");
    var background = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    GC.setExecutor(background);
    try {
      copy(freeze(null));
    } finally {
      GC.setExecutor(WorkQueue.getExecutor());
      background.shutdown();
    }

    assertThat(background.getTaskCount()).isZero();
  }

  @Test
  void clonesTagsBranchesAndCommitsInTheMiddleOfHistory() throws Exception {
    String first = repository.write("solution.cpp", "1\n").commit("First");
    repository.git().tag().setName("v1").setAnnotated(true).setSigned(false).setMessage("1").call();
    String middle = repository.write("solution.cpp", "2\n").commit("Second");
    repository.write("solution.cpp", "3\n").commit("Third");

    assertThat(((FrozenSource.AtCommit) freeze("v1")).commit()).isEqualTo(first);
    assertThat(((FrozenSource.AtCommit) freeze(first.substring(0, 8))).commit()).isEqualTo(first);
    assertThat(copy(freeze(middle)).root().resolve("solution.cpp")).hasContent("2\n");
  }

  @Test
  void suggestsNamesForACommitThatIsNotThere() throws Exception {
    repository.write("solution.cpp", "1\n").commit("First");

    refuses("mian", ErrorCode.COMMIT_NOT_FOUND, "main");
    refuses("0123456789012345678901234567890123456789", ErrorCode.COMMIT_NOT_FOUND, "main");
  }

  @Test
  void followsARelativeSubmoduleAndRefusesAPathOfThisMachine() throws Exception {
    try (var library = GitFixture.create(scratch.resolve("served/library"))) {
      String commit = library.write("common.h", "x\n").commit("First");
      repository.commitSubmodule("lib", "../library", commit);

      assertThat(copy(freeze(null)).root().resolve("lib/common.h")).exists();

      repository.commitSubmodule("lib", library.folder().toString(), commit);

      refuses(null, ErrorCode.SOLUTION_INVALID, "a path of the machine");
    }
  }

  @Test
  void stopsFetchingAtTheLimit() throws Exception {
    var random = new Random(1);
    for (int i = 0; i < 200; i++) {
      repository.write("file" + i, Long.toString(random.nextLong(), 36).repeat(40));
    }
    repository.commit("Many files");
    var limits = new CloneLimits(DataSize.ofBytes(2000), 1000, 1);

    assertThatExceptionOfType(AssayException.class)
        .isThrownBy(() -> new SourceCloner(limits).copy(freeze(null), scratch.resolve("clone")))
        .withMessageContaining("is larger than 1.95 KiB");
  }

  @Test
  void saysThatARepositoryCannotBeReached() throws Exception {
    repository.write("solution.cpp", "1\n").commit("First");
    daemon.stopAndWait();

    refuses(null, ErrorCode.SOURCE_NOT_FOUND, "cannot fetch from " + url);
  }

  @Test
  void namesNoCredentials() throws Exception {
    var https = new Origin.Remote(new URIish("https://token:secret@example.org/a.git"));
    var ssh = new Origin.Remote(new URIish("ssh://git:secret@example.org/a.git"));

    assertThat(https.name()).isEqualTo("https://example.org/a.git");
    assertThat(https.toString()).doesNotContain("token", "secret");
    assertThat(https.withoutCredentials("https://token@example.org/a.git: not authorized"))
        .isEqualTo("https://example.org/a.git: not authorized");
    assertThat(ssh.name()).isEqualTo("ssh://git@example.org/a.git");
  }

  private FrozenSource freeze(@Nullable String revision) {
    return new SourceFreezer(scratch).freeze(new SourceRequest(url, ".", revision, false));
  }

  private ClonedSource copy(FrozenSource frozen) throws Exception {
    Path clone = scratch.resolve("clone");
    if (Files.exists(clone)) {
      FolderRemoval.remove(clone);
    }
    return new SourceCloner(CloneLimits.DEFAULT).copy(frozen, clone);
  }

  private void refuses(@Nullable String revision, ErrorCode code, String part) {
    assertThatExceptionOfType(AssayException.class)
        .isThrownBy(() -> copy(freeze(revision)))
        .satisfies(failure -> assertThat(failure.code()).isEqualTo(code))
        .withMessageContaining(part);
  }

  @Test
  void followsNoRedirectionWhereOnlyOneAddressWasLookedAt() throws Exception {
    var asked = new ArrayList<String>();
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestURI().getPath());
          exchange
              .getResponseHeaders()
              .add("Location", exchange.getRequestURI().toString().replace("/named", "/inner"));
          exchange.sendResponseHeaders(
              exchange.getRequestURI().getPath().startsWith("/named") ? 302 : 404, -1);
          exchange.close();
        });
    server.start();
    try {
      var named =
          new FrozenSource.AtCommit(
              new Origin.Remote(
                  new URIish(
                      "http://localhost:%d/named.git".formatted(server.getAddress().getPort()))),
              ".",
              "0123456789012345678901234567890123456789");

      assertThatExceptionOfType(AssayException.class)
          .isThrownBy(() -> copy(named.withoutRedirections()));
      assertThat(asked).isNotEmpty().allMatch(path -> path.startsWith("/named"));
      assertThatExceptionOfType(AssayException.class).isThrownBy(() -> copy(named));
      assertThat(asked).anyMatch(path -> path.startsWith("/inner"));
    } finally {
      server.stop(0);
    }
  }
}
