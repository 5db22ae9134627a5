package dev.assay.cli;

import dev.assay.cli.client.ApiClient;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which platform is meant.
final class PlatformOption {
  @Option(
      names = "--platform",
      paramLabel = "URL",
      description =
          "The platform. Without, ASSAY_PLATFORM, else the one that 'assay login' was used for last.")
  @Nullable String platform;

  ApiClient client(Wiring wiring) {
    return new ApiClient(wiring.credentials().require(platform));
  }
}
