package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsReaderTest {
  @TempDir private Path folder;
  private final PlatformOptions options = new PlatformOptions();

  private SettingsReader reader(Map<String, String> environment) {
    var nowhere = new PrintWriter(new StringWriter());
    return new SettingsReader(
        options, new Wiring(new Terminal(nowhere, nowhere, false, 80), environment));
  }

  @Test
  void needsNothing() {
    ServeSettings settings = reader(Map.of("ASSAY_HOME", "/srv")).read(null, null);

    assertThat(settings.platform().host()).isEqualTo("127.0.0.1");
    assertThat(settings.platform().port()).isEqualTo(8080);
    assertThat(settings.platform().folder()).isEqualTo(Path.of("/srv/platform"));
    assertThat(settings.platform().database()).isNull();
    assertThat(settings.operate().metricsToken()).isNull();
  }

  @Test
  void readsEveryKeyThatIsDocumented() throws IOException {
    options.config =
        Files.writeString(
            folder.resolve("all.toml"),
            """
            listen = "[::1]:9000"
            public_url = "https://assay.example.org/"
            home = "/srv/assay"
            database = "postgresql://u:p@h/d"
            connections = 7
            trusted_proxies = ["127.0.0.1"]
            [sources]
            schemes = ["https"]
            hosts = ["example.org"]
            [quotas]
            waiting = 1
            daily = 2
            [caps]
            archive = "1MiB"
            unpacked = "2MiB"
            source = "3MiB"
            checkout = "4MiB"
            file = "5MiB"
            [metrics]
            token = "t"
            [health]
            least_free = "6MiB"
            [stop]
            grace = "7s"
            """);

    ServeSettings settings = reader(Map.of()).read(null, null);

    assertThat(settings.platform().host()).isEqualTo("::1");
    assertThat(settings.platform().publicUrl()).isEqualTo("https://assay.example.org");
    assertThat(settings.platform().connections()).isEqualTo(7);
    assertThat(settings.platform().trustedProxies()).isEqualTo(List.of("127.0.0.1"));
    assertThat(settings.platform().sources().hosts()).isEqualTo(List.of("example.org"));
    assertThat(settings.platform().quotas().daily()).isEqualTo(2);
    assertThat(settings.platform().caps().file()).isEqualTo(5 << 20);
    assertThat(settings.operate().grace()).isEqualTo(Duration.ofSeconds(7));
    assertThat(settings.operate().leastFreeBytes()).isEqualTo(6 << 20);
  }

  @Test
  void anOptionWinsOverTheEnvironmentWhichWinsOverTheFile() throws IOException {
    options.config =
        Files.writeString(
            folder.resolve("some.toml"),
            "listen = \"127.0.0.1:1\"\ndatabase = \"postgresql://file@h/d\"\n");

    ServeSettings settings =
        reader(Map.of("ASSAY_DATABASE", "postgresql://environment@h/d")).read("0.0.0.0:2", null);

    assertThat(settings.platform().port()).isEqualTo(2);
    assertThat(settings.platform().database()).extracting("user").isEqualTo("environment");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "listne = \"x\" | there is no setting listne",
        "[caps]\\nbundle = \"1MiB\" | there is no setting caps.bundle",
        "connections = \"7\" | connections is not a number",
        "connections = 1 | connections = 1 is not from 2 to 1000",
        "[caps]\\nfile = \"many\" | caps.file = \"many\" is not a size",
        "[stop]\\ngrace = \"soon\" | stop.grace = \"soon\" is not a time",
        "[sources]\\nhosts = \"x\" | sources.hosts is not a list",
        "listen = | it is no TOML"
      })
  void refusesWhatItDoesNotKnow(String toml, String says) throws IOException {
    options.config =
        Files.writeString(folder.resolve("bad.toml"), toml.strip().replace("\\n", "\n"));

    assertThatThrownBy(() -> reader(Map.of()).read(null, null)).hasMessageContaining(says);
  }

  @ParameterizedTest
  @ValueSource(strings = {"8080", ":8080", "localhost", "localhost:x", "localhost:70000"})
  void refusesWhatIsNoAddress(String listen) {
    assertThatThrownBy(() -> reader(Map.of()).read(listen, null))
        .hasMessageContaining("is no address to listen on");
  }
}
