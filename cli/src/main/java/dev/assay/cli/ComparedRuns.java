package dev.assay.cli;

import dev.assay.cli.client.ApiClient;
import dev.assay.cli.client.Credentials;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.Run;
import dev.assay.core.text.SafeText;
import dev.assay.core.wire.JsonCodec;
import dev.assay.runner.job.RunReader;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Finds the runs that a person names: first on this machine, then on a platform.
final class ComparedRuns {
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9-]{1,64}");
  private static final Pattern ADDRESS =
      Pattern.compile("https?://[^/]+(?:/api/v1)?/runs/([A-Za-z0-9-]{1,64})(?:/document)?/?");

  private final Path runs;
  private final @Nullable String platform;
  private final Credentials credentials;

  /// @param platform address; absent for the one that the credentials mean
  ComparedRuns(Path runs, @Nullable String platform, Credentials credentials) {
    this.runs = runs;
    this.platform = platform;
    this.credentials = credentials;
  }

  /// @throws AssayException `NOT_FOUND` when it is nowhere
  Run require(String named) {
    if (named.startsWith("http://") || named.startsWith("https://")) {
      return fetch(new ApiClient(credentials.at(named)), idOf(named));
    }
    try {
      return RunReader.read(RunReader.require(named, runs));
    } catch (AssayException e) {
      if (e.code() != ErrorCode.NOT_FOUND
          || !ID.matcher(named).matches()
          || !credentials.isKnown(platform)) {
        throw e;
      }
      return fetch(new ApiClient(credentials.require(platform)), named);
    }
  }

  /// The address of a run's page names the run as that of the API does.
  private static String idOf(String address) {
    Matcher matcher = ADDRESS.matcher(address);
    if (!matcher.matches()) {
      throw new AssayException(
          ErrorCode.USAGE,
          "'%s' is no address of a run; one is as in https://assay.example.org/runs/ID"
              .formatted(SafeText.oneLine(address)));
    }
    return matcher.group(1);
  }

  private static Run fetch(ApiClient client, String id) {
    String path = "/api/v1/runs/%s/document".formatted(id);
    return JsonCodec.readRun(client.load(path), client.platform() + path);
  }
}
