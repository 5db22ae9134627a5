package dev.assay.runner.source;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.jgit.transport.URIish;

/// What people write for the place of a repository.
final class Locations {
  private static final Set<String> REMOTE_SCHEMES = Set.of("https", "http", "ssh", "git");
  private static final Pattern URL = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://.*");
  private static final Pattern USER_AT_HOST = Pattern.compile("[^/:@\\s]+@[^/:@\\s]+:.+");

  private Locations() {}

  /// The URL that `text` is, unless it is one of this machine (`file://`) or a path.
  static Optional<Origin.Remote> parseRemote(String text) {
    var url = URL.matcher(text);
    if (url.matches()) {
      String scheme = url.group(1).toLowerCase(Locale.ROOT);
      if (scheme.equals("file")) {
        return Optional.empty();
      }
      if (!REMOTE_SCHEMES.contains(scheme)) {
        throw new AssayException(
            ErrorCode.USAGE,
            "%s is no URL that sources are taken from; use https, http, ssh, git or file"
                .formatted(text));
      }
    } else if (!USER_AT_HOST.matcher(text).matches()) {
      return Optional.empty();
    }
    return Optional.of(new Origin.Remote(toUrl(text)));
  }

  private static URIish toUrl(String text) {
    try {
      URIish url = new URIish(text);
      // A host that looks like an option is somebody's trick.
      if (url.getHost() == null || url.getHost().startsWith("-")) {
        throw new URISyntaxException("…", "it names no host");
      }
      return url;
    } catch (URISyntaxException bad) {
      throw new AssayException(
          ErrorCode.USAGE, "the URL of the repository is malformed: " + bad.getReason(), bad);
    }
  }

  /// The path that `text` is or, as `file://`, names.
  static Path parsePath(String text, Path workingDirectory) {
    try {
      return text.regionMatches(true, 0, "file://", 0, "file://".length())
          ? Path.of(
              new URI("file", null, text.substring(text.indexOf('/', "file://".length())), null))
          : workingDirectory.resolve(text);
    } catch (URISyntaxException | IllegalArgumentException | IndexOutOfBoundsException bad) {
      throw new AssayException(
          ErrorCode.USAGE, "%s is neither a path nor a URL".formatted(text), bad);
    }
  }

  /// `path` in a repository, with `/` between names; `.` for its root.
  static String normalize(Path path) {
    Path normal = path.normalize();
    if (normal.isAbsolute() || normal.startsWith("..")) {
      throw new AssayException(
          ErrorCode.USAGE, "the path %s leads out of the repository".formatted(path));
    }
    return normal.toString().isEmpty() ? "." : normal.toString();
  }
}
