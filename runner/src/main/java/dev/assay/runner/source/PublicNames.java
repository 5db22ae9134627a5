package dev.assay.runner.source;

import java.net.URISyntaxException;
import java.nio.file.Path;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.transport.URIish;
import org.jspecify.annotations.Nullable;

/// How a repository is called where everybody reads it.
public final class PublicNames {
  private PublicNames() {}

  /// The URL of its `origin` without credentials, where it has one that others can reach; else the
  /// last name of its folder. A path of somebody's machine is nobody else's business.
  public static String of(FrozenSource.AtCommit source) {
    return switch (source.origin()) {
      case Origin.Local local -> ofLocal(local);
      case Origin.Packed packed -> packed.name();
      case Origin.Remote remote -> remote.name();
    };
  }

  private static String ofLocal(Origin.Local local) {
    try (Repository repository = LocalRepositories.requireAt(local.gitDirectory(), local.name())) {
      String url = repository.getConfig().getString("remote", "origin", "url");
      String shown = url == null ? null : shown(url);
      return shown == null ? lastName(local.name()) : shown;
    }
  }

  private static @Nullable String shown(String url) {
    try {
      var parsed = new URIish(url);
      return parsed.isRemote() && parsed.getHost() != null
          ? new Origin.Remote(parsed).name()
          : null;
    } catch (URISyntaxException e) {
      return null;
    }
  }

  private static String lastName(String path) {
    Path name = Path.of(path).getFileName();
    return name == null ? "repository" : name.toString();
  }
}
