package dev.assay.runner.source;

import java.nio.file.Path;
import org.eclipse.jgit.transport.URIish;

/// Where a repository is.
public sealed interface Origin {
  /// The repository for people and records: never with a password or token in it.
  String name();

  /// A repository on this machine.
  ///
  /// @param gitDirectory the folder that git keeps its objects in
  record Local(Path gitDirectory, String name) implements Origin {}

  /// A repository that holds one commit and nothing before it, read from a pack ([SourcePack]).
  ///
  /// @param gitDirectory a folder for its time
  /// @param name of the repository that the commit came from
  record Packed(Path gitDirectory, String name) implements Origin {}

  /// A repository behind a URL, which may carry credentials.
  ///
  /// @param followsRedirections whether a server may send whoever fetches somewhere else
  record Remote(URIish url, boolean followsRedirections) implements Origin {
    public Remote(URIish url) {
      this(url, true);
    }

    Remote withoutRedirections() {
      return new Remote(url, false);
    }

    /// Another repository, on the same terms.
    Remote at(URIish other) {
      return new Remote(other, followsRedirections);
    }

    /// Over HTTP a user's name may be a token, so it is left out as well.
    @Override
    public String name() {
      URIish plain = url.setPass(null);
      boolean isHttp = url.getScheme() != null && url.getScheme().startsWith("http");
      return (isHttp ? plain.setUser(null) : plain).toString();
    }

    /// `message` without the credentials of the URL.
    String withoutCredentials(String message) {
      String plain = message.replace(url.toPrivateString(), name()).replace(url.toString(), name());
      return url.getPass() == null ? plain : plain.replace(url.getPass(), "***");
    }

    @Override
    public String toString() {
      return "Remote[%s]".formatted(name());
    }
  }
}
