package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A platform as processes of its own: started, killed, stopped, backed up.
class ServeCommandIT {
  private final List<Process> started = new ArrayList<>();
  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createTempDirectory("assay-serve");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
  }

  @AfterEach
  void stopAll() throws IOException, InterruptedException {
    for (Process process : started) {
      if (process.isAlive()) {
        process.destroy();
        process.waitFor(60, TimeUnit.SECONDS);
      }
    }
    new ProcessBuilder("rm", "-rf", folder.toString()).start().waitFor();
  }

  @Test
  void answersAfterEachKillAndStopsWhenTold() throws IOException, InterruptedException {
    Serving first = serve(home());
    assertThat(health(first.url())).isEqualTo(200);
    long postgres = postgres();

    first.process().destroyForcibly().waitFor();
    Serving second = serve(home());
    assertThat(health(second.url())).isEqualTo(200);
    assertThat(postgres()).isNotEqualTo(postgres);

    ProcessHandle.of(postgres()).orElseThrow().destroyForcibly();
    awaitHealth(second.url());

    second.process().destroy();
    assertThat(second.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(second.process().exitValue()).isZero();
    assertThat(home().resolve("postgres/data/postmaster.pid")).doesNotExist();
  }

  @Test
  void refusesASecondOnTheSameFolderAndServesTwoOnOnePostgres()
      throws IOException, InterruptedException {
    Serving first = serve(home());
    Process second = start("serve", "--listen", "127.0.0.1:0", "--home", home().toString());
    assertThat(second.waitFor()).isEqualTo(2);
    assertThat(errors(second)).contains("Another Assay uses the database");

    String database =
        "postgresql://assay:%s@127.0.0.1:%s/assay"
            .formatted(
                Files.readString(home().resolve("postgres/password")).strip(),
                Files.readAllLines(home().resolve("postgres/data/postmaster.pid")).get(3));
    Serving third = serve(folder.resolve("other"), "--database", database);
    assertThat(health(third.url())).isEqualTo(200);
    assertThat(health(first.url())).isEqualTo(200);
  }

  @Test
  void backsUpWhileServingAndServesWhatWasRestored() throws IOException, InterruptedException {
    serve(home());
    Process backup = start("backup", folder.toString(), "--home", home().toString());
    assertThat(backup.waitFor()).as(errors(backup)).isZero();
    Path file;
    try (Stream<Path> files = Files.list(folder)) {
      file = files.filter(path -> path.toString().endsWith(".tar.zst")).findFirst().orElseThrow();
    }
    Path restored = folder.resolve("restored");

    Process restore = start("restore", file.toString(), "--home", restored.toString());
    assertThat(restore.waitFor()).as(errors(restore)).isZero();
    Process again = start("restore", file.toString(), "--home", home().toString());

    assertThat(again.waitFor()).isEqualTo(2);
    assertThat(health(serve(restored).url())).isEqualTo(200);
  }

  private Path home() {
    return folder.resolve("home");
  }

  private record Serving(Process process, String url) {}

  private Serving serve(Path home, String... more) throws IOException {
    var arguments =
        new ArrayList<>(List.of("serve", "--listen", "127.0.0.1:0", "--home", home.toString()));
    arguments.addAll(List.of(more));
    Process process = start(arguments.toArray(String[]::new));
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    String line = out.readLine();
    assertThat(line).as(() -> errors(process)).contains(" serves http://127.0.0.1:");
    return new Serving(process, line.substring(line.indexOf("http://")));
  }

  private Process start(String... arguments) throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                AssayCommand.class.getName()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectError(folder.resolve("errors-" + started.size()).toFile())
            .start();
    started.add(process);
    return process;
  }

  private String errors(Process process) {
    try {
      return Files.readString(folder.resolve("errors-" + started.indexOf(process)));
    } catch (IOException e) {
      return e.toString();
    }
  }

  private long postgres() throws IOException {
    return Long.parseLong(
        Files.readAllLines(home().resolve("postgres/data/postmaster.pid")).getFirst().strip());
  }

  private static int health(String url) throws IOException, InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(URI.create(url + "/health"))
              .timeout(Duration.ofSeconds(30))
              .build();
      return client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
    }
  }

  private static void awaitHealth(String url) throws IOException, InterruptedException {
    for (int i = 0; i < 300 && health(url) != 200; i++) {
      Thread.sleep(100);
    }
    assertThat(health(url)).isEqualTo(200);
  }
}
