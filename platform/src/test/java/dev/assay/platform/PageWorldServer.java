package dev.assay.platform;

import dev.assay.platform.testkit.PageWorld;
import dev.assay.platform.testkit.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/// Serves `PageWorld` until it is killed, for looking at pages: `PageWorldServer [PORT]`.
public final class PageWorldServer {
  private PageWorldServer() {}

  public static void main(String[] words) throws IOException, InterruptedException {
    int port = words.length == 0 ? 0 : Integer.parseInt(words[0]);
    var folder = Files.createTempDirectory("assay-pages");
    long began = System.nanoTime();
    try (var world = PageWorld.start(port, TestDatabase.freshAddress(), folder)) {
      System.out.printf("filled in %.1f s%n%n", (System.nanoTime() - began) / 1e9);
      for (String line : addresses()) {
        System.out.println(world.url() + line);
      }
      System.out.println();
      for (String name : List.of("olga", "hana", "henry", "ada", "rita")) {
        System.out.printf(
            "%s: %s, or the cookie assay_session=%s, or the password '%s'%n",
            name, world.loginLink(name), PageWorld.session(name), PageWorld.PASSWORD);
      }
      System.out.flush();
      Thread.currentThread().join();
    }
  }

  private static List<String> addresses() {
    String bundle = PageWorld.BENCHMARK + "@1.1.0";
    return List.of(
        "/",
        "/benchmarks/polymul~negacyclic",
        "/benchmarks/polymul~negacyclic/points/N4096-W64",
        "/benchmarks/sort~u64  (400 entries)",
        "/benchmarks/graph~triangles  (no run)",
        "/benchmarks/codec~base64  (all failed)",
        "/benchmarks/stream~quantile  (one seed)",
        "/benchmarks/hostile~texts",
        "/benchmarks/vault~matmul  (private)",
        "/implementations/" + PageWorld.implementation(PageWorld.BENCHMARK, "ntt-avx2"),
        "/submissions/" + PageWorld.submission(bundle, "ntt-avx2", 10),
        "/jobs/" + PageWorld.job(bundle, "ntt-avx2", 11) + "  (live)",
        "/runs/" + PageWorld.run(bundle, "ntt-avx2", 11) + "  (live)",
        "/runs/" + PageWorld.run(bundle, "ntt-avx2", 10),
        "/runs/" + PageWorld.run(bundle, "big-tables", 1) + "  (out of memory)",
        "/runs/" + PageWorld.run(bundle, "schoolbook", 2) + "  (timeouts)",
        "/runs/" + PageWorld.run(bundle, "too-good", 1) + "  (suspect)",
        "/runs/" + PageWorld.run(bundle, "wont-build", 1) + "  (build failed)",
        "/runs/" + PageWorld.run(PageWorld.SWEEP + "@1.0.0", "blocked", 1) + "  (2,000 cases)",
        "/compare?run="
            + PageWorld.run(bundle, "ntt-avx2", 10)
            + "&run="
            + PageWorld.run(bundle, "barrett", 1),
        "/jobs/" + PageWorld.job("text/diff@1.0.0", "gpu-dreams", 1) + "  (no runner can)",
        "/runners",
        "/queue");
  }
}
