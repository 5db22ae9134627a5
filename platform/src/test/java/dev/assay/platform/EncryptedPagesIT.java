package dev.assay.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.Run;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.testkit.PageWorld;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// What pages and API say of encrypted runs.
class EncryptedPagesIT {
  private static final String BUNDLE = PageWorld.ENCRYPTED + "@1.0.0";

  private static String run(String name) {
    return "/runs/" + PageWorld.run(BUNDLE, name, 1);
  }

  private static String get(String address) throws IOException, InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(URI.create(PageWorld.shared().url() + address)).GET().build();
      var response = client.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
      assertThat(response.statusCode()).as(address).isEqualTo(200);
      return response.body();
    }
  }

  @Test
  void ranksOnlyClientAndServerApartAndSaysWhyNotTheOthers() throws Exception {
    String page = get("/benchmarks/logistic~ckks?point=features-16");
    String api = get("/api/v1/benchmarks/logistic~ckks/standings?point=features-16");

    assertThat(page)
        .contains("joined: client and server were one process")
        .contains("self-reported: it brings its own program")
        .contains("<b>secret</b> f64[F]")
        .contains("CKKS, vectors of f64; its client half is in javascript")
        .contains("128 bits at least, by the table of the homomorphic encryption standard")
        .contains("ring_degree: u32, modulus_bits: u32[], scale_bits: u32");
    assertThat(api.substring(api.indexOf("\"places\""), api.indexOf("\"neighbours\"")))
        .contains("chebyshev-7", "chebyshev-15")
        .doesNotContain("joined-chebyshev-7", "own-program");
    assertThat(api.substring(api.indexOf("\"unranked\"")))
        .contains("joined: client and server", "self-reported: it brings");
  }

  @Test
  void showsTheStagesOfARunAndOfItsPoint() throws Exception {
    String ofRun = get(run("chebyshev-7"));
    String ofPoint = get(run("chebyshev-7") + "/points/features-16");
    String processes = get(run("chebyshev-7") + "/points/features-16?show=processes");
    String ofCase = get(run("chebyshev-7") + "/points/features-16?case=3");

    assertThat(ofRun)
        .contains("218 bits of modulus at ring degree 8192", "class=\"measured\"")
        .doesNotContain("never ranked");
    assertThat(ofPoint)
        .contains(">measured</b>", "2 ciphertexts a case, 768 KiB", "12.0 MiB in 3 files")
        .contains("worst precision, bits over 26 cases", "run: ");
    assertThat(processes)
        .contains("galois.bin", "encode", "seal", "server", "open, check with what was sent");
    assertThat(ofCase).contains("run (measured)", "ciphertext-001.bin", "to the server");
  }

  @Test
  void saysWhereCasesFailedAndWhyParametersWereRefused() throws Exception {
    assertThat(get(run("many-troubles") + "/points/features-64"))
        .contains("1 case in decode", "the returned ciphertexts could not be opened");
    assertThat(get(run("many-troubles") + "/points/features-256"))
        .contains("keygen: killed for memory at 1 GiB");
    assertThat(get(run("insecure")))
        .contains("218 bits of modulus at ring degree 4096", "table allows 109 at most");
    assertThat(get(run("joined-chebyshev-7"))).contains("joined: client and server were one");
  }

  @Test
  void comparesWhereTheHalvesWere() throws Exception {
    String page =
        get(
            "/compare?run=%s&run=%s"
                .formatted(
                    PageWorld.run(BUNDLE, "chebyshev-7", 1),
                    PageWorld.run(BUNDLE, "joined-chebyshev-7", 1)));

    assertThat(page)
        .contains("client and server apart", "joined: client and server in one process")
        .contains("218 bits of modulus at ring degree 8192");
  }

  @Test
  void givesTheDocumentOutAsItCame() throws Exception {
    String document = get("/api/v1%s/document".formatted(run("chebyshev-7")));

    Run read = JsonCodec.readRun(document.getBytes(StandardCharsets.UTF_8), "run.json");
    assertThat(read.points()).hasSize(3).allMatch(point -> point.encrypted() != null);
    assertThat(get("/api/v1%s/points/features-16".formatted(run("chebyshev-7"))))
        .contains("\"ciphertexts_in\"", "\"secret_key_bytes\"");
  }
}
