package dev.assay.platform.settings;

import dev.assay.platform.store.DatabaseAddress;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a platform is set up.
///
/// @param host address to listen on
/// @param port 0 for any free one
/// @param publicUrl how people and runners reach it, without a slash at the end; absent for
///   `http://HOST:PORT`
/// @param folder for the database and the blobs
/// @param database an existing PostgreSQL; absent for the platform's own
/// @param connections the most that are open to the database at once
/// @param version of Assay
/// @param trustedProxies addresses or networks (`10.0.0.0/8`) of proxies in front of the platform,
///   whose `X-Forwarded-For` is believed
public record PlatformSettings(
    String host,
    int port,
    @Nullable String publicUrl,
    Path folder,
    @Nullable DatabaseAddress database,
    int connections,
    SourcePolicy sources,
    Quotas quotas,
    Caps caps,
    String version,
    List<String> trustedProxies) {
  public PlatformSettings {
    trustedProxies = List.copyOf(trustedProxies);
  }

  /// Which repositories the platform and its runners fetch from.
  ///
  /// @param schemes as in `https`
  /// @param hosts names, `*.example.org` for all below one, `*` for all; addresses of this machine,
  ///   of private networks and of metadata services are refused unless named here themselves
  public record SourcePolicy(List<String> schemes, List<String> hosts) {
    public static final SourcePolicy USUAL =
        new SourcePolicy(List.of("https", "ssh"), List.of("*"));

    public SourcePolicy {
      schemes = List.copyOf(schemes);
      hosts = List.copyOf(hosts);
    }
  }

  /// What an author may ask for. States are counted, so a fault of the platform never uses one up.
  ///
  /// @param waiting jobs that are queued or running at once
  /// @param daily jobs of the last 24 hours that ended `finished`, `build-failed` or
  ///   `bundle-error`, or still wait
  public record Quotas(int waiting, int daily) {
    public static final Quotas USUAL = new Quotas(50, 500);
  }

  /// The most bytes of what people and runners send.
  ///
  /// @param archive of a bundle, compressed
  /// @param unpacked of a bundle
  /// @param source pack of a submission
  /// @param checkout of a submission, unpacked
  /// @param file that a run keeps: a log, a point's answers
  public record Caps(long archive, long unpacked, long source, long checkout, long file) {
    public static final Caps USUAL =
        new Caps(64L << 20, 256L << 20, 64L << 20, 512L << 20, 64L << 20);
  }
}
