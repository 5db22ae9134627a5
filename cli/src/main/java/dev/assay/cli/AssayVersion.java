package dev.assay.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.IVersionProvider;

/// The version of this build, which Maven writes into a resource.
public final class AssayVersion implements IVersionProvider {
  private static final String RESOURCE = "version.txt";

  /// The version alone, as in `0.1.0`.
  public static String current() {
    try (var resource = AssayVersion.class.getResourceAsStream(RESOURCE)) {
      if (resource == null) {
        throw new IllegalStateException("the build left out the resource " + RESOURCE);
      }
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException broken) {
      throw new UncheckedIOException("cannot read the resource " + RESOURCE, broken);
    }
  }

  @Override
  public String[] getVersion() {
    return new String[] {"assay " + current()};
  }
}
