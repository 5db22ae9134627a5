package dev.assay.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.bundle.BundleReference;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleFinderTest {
  @TempDir Path root;

  private Path bundle(String place, String name, String version) throws IOException {
    Path folder = Files.createDirectories(root.resolve(place));
    Files.writeString(
        folder.resolve("bundle.toml"),
        """
        bundle = { name = "%s", version = "%s" }
        sample = { seeds = "1" }
        points = [{ name = "only" }]
        [signature]
        inputs = { a = "bytes" }
        outputs = { b = "bytes" }
        """
            .formatted(name, version));
    return folder;
  }

  private FoundBundle find(String reference) {
    return new BundleFinder(List.of(root)).requireBundle(BundleReference.parse(reference));
  }

  @Test
  void findsTheNewestThatIsMeant() throws IOException {
    bundle("one", "a/b", "1.9.0");
    Path newest = bundle("two/deep/er", "a/b", "1.10.0");
    bundle("three", "a/b", "1.11.0-rc.1");
    bundle("four", "a/b", "2.0.0");
    bundle("five/six/seven/eight", "a/b", "1.99.0");
    bundle(".hidden", "a/b", "1.98.0");

    assertThat(find("a/b@1").folder()).isEqualTo(newest);
    assertThat(find("a/b@1.9").spec().version()).hasToString("1.9.0");
    assertThat(find("a/b@1.11.0-rc.1").spec().version()).hasToString("1.11.0-rc.1");
  }

  @Test
  void saysWhatThereIsInstead() throws IOException {
    bundle("one", "a/b", "1.9.0");
    Files.createDirectories(root.resolve("bad"));
    Files.writeString(root.resolve("bad/bundle.toml"), "[");

    assertThatThrownBy(() -> find("a/b@2"))
        .isInstanceOf(AssayException.class)
        .hasMessageStartingWith(
            "There is no bundle a/b@2: searched %s, which has a/b@1.9.0.".formatted(root))
        .hasMessageContaining("bundle.toml:1:")
        .extracting("code")
        .isEqualTo(ErrorCode.NOT_FOUND);
    assertThatThrownBy(() ->
            BundleFinder.fromEnvironment(Map.of()).requireBundle(BundleReference.parse("a/b@2")))
        .hasMessage(
            "There is no bundle a/b@2: no folder was searched; give --bundle DIR or set ASSAY_BUNDLES.");
  }

  @Test
  void refusesTwoThatDiffer() throws IOException {
    Path one = bundle("one", "a/b", "1.0.0");
    Path two = bundle("two", "a/b", "1.0.0");
    assertThat(find("a/b@1").folder()).isEqualTo(one);
    Files.writeString(two.resolve("more"), "x");

    assertThatThrownBy(() -> find("a/b@1"))
        .hasMessage(
            "a/b@1.0.0 lies in %s and in %s with different contents; name the one that is meant with --bundle."
                .formatted(one, two));
  }

  @Test
  void takesAFolderThatIsABundleItself() throws IOException {
    Path one = bundle("one", "a/b", "1.0.0");

    var finder = BundleFinder.fromEnvironment(Map.of("ASSAY_BUNDLES", ":" + one + ":"));

    assertThat(finder.requireBundle(BundleReference.parse("a/b@1")).folder()).isEqualTo(one);
    assertThatThrownBy(() ->
            new BundleFinder(List.of(root.resolve("no")))
                .requireBundle(BundleReference.parse("a/b@1")))
        .hasMessage(
            "%s is no folder, so no bundle can be in it; correct --bundle or ASSAY_BUNDLES."
                .formatted(root.resolve("no")));
  }
}
