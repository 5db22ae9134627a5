package dev.assay.runner.source;

import dev.assay.core.error.AssayException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.eclipse.jgit.errors.ConfigInvalidException;
import org.eclipse.jgit.lib.BlobBasedConfig;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.transport.URIish;
import org.eclipse.jgit.treewalk.TreeWalk;

/// What `.gitmodules` of one commit says about its submodules (gitmodules(5)).
final class Submodules {
  private final Repository parent;
  private final Origin parentOrigin;
  private final Config modules;

  private Submodules(Repository parent, Origin parentOrigin, Config modules) {
    this.parent = parent;
    this.parentOrigin = parentOrigin;
    this.modules = modules;
  }

  static Submodules read(Repository parent, Origin origin, ObjectId commit) throws IOException {
    try (var commits = new RevWalk(parent);
        var walk =
            TreeWalk.forPath(
                commits.getObjectReader(),
                Constants.DOT_GIT_MODULES,
                commits.parseCommit(commit).getTree())) {
      // A link in its place could point to any file of this machine.
      boolean isFile =
          walk != null
              && (walk.getFileMode(0).getBits() & FileMode.TYPE_MASK) == FileMode.TYPE_FILE;
      Config modules =
          isFile
              ? new BlobBasedConfig(null, parent, Objects.requireNonNull(walk).getObjectId(0))
              : new Config();
      return new Submodules(parent, origin, modules);
    } catch (ConfigInvalidException bad) {
      throw CloneFolder.refused("has a malformed .gitmodules: %s".formatted(bad.getMessage()));
    }
  }

  /// Where the submodule at `path` comes from. A copy that the parent's own `.git` holds is not
  /// asked for here: see [#findLocalCopy].
  Origin origin(String path) {
    if (parentOrigin instanceof Origin.Packed) {
      throw packed(path);
    }
    String name = nameOf(path);
    String url = modules.getString("submodule", name, "url");
    if (url == null) {
      throw CloneFolder.refused(
          "has a submodule %s whose URL .gitmodules does not tell".formatted(path));
    }
    if (url.startsWith("./") || url.startsWith("../")) {
      return relative(path, url);
    }
    var remote = Locations.parseRemote(url);
    if (remote.isPresent()) {
      return parentOrigin instanceof Origin.Remote terms
          ? terms.at(remote.get().url())
          : remote.get();
    }
    if (parentOrigin instanceof Origin.Local local) {
      return localAt(Locations.parsePath(url, local.gitDirectory()));
    }
    // A stranger's repository must not make this machine read its own folders.
    throw CloneFolder.refused(
        "has a submodule %s at %s, a path of the machine that it is cloned on; use a URL"
            .formatted(path, url));
  }

  /// The objects of the submodule that git keeps below the parent's own, where it was checked out
  /// with `git submodule update`; empty when it was not.
  Optional<Path> findLocalCopy(String path) {
    String name = nameOf(path);
    if (!(parentOrigin instanceof Origin.Local)
        || Arrays.asList(name.split("/", -1)).contains("..")) {
      return Optional.empty();
    }
    return Optional.of(parent.getCommonDirectory().toPath().resolve("modules").resolve(name))
        .filter(Files::isDirectory);
  }

  private String nameOf(String path) {
    return modules.getSubsections("submodule").stream()
        .filter(name -> path.equals(modules.getString("submodule", name, "path")))
        .findFirst()
        .orElseThrow(() ->
            CloneFolder.refused(
                "has a submodule %s that .gitmodules does not name".formatted(path)));
  }

  /// As git-submodule(1) has it: relative to the URL that the parent was cloned from or, without
  /// one, to the parent itself.
  private Origin relative(String path, String url) {
    return switch (parentOrigin) {
      case Origin.Remote remote -> remote.at(append(remote.url(), url, path));
      case Origin.Local local -> relativeTo(local, path, url);
      case Origin.Packed _ -> throw packed(path);
    };
  }

  /// A pack carries one commit of one repository.
  static AssayException packed(String path) {
    return CloneFolder.refused(
        "has a submodule %s, and a pack carries the commit of one repository only; submit the repository's URL, so that its submodules can be fetched, or put the files into it"
            .formatted(path));
  }

  private Origin relativeTo(Origin.Local local, String path, String url) {
    String cloned = parent.getConfig().getString("remote", Constants.DEFAULT_REMOTE_NAME, "url");
    if (cloned == null) {
      return localAt(Path.of(local.name()).resolve(url));
    }
    var remote = Locations.parseRemote(cloned);
    return remote.isPresent()
        ? new Origin.Remote(append(remote.get().url(), url, path))
        : localAt(Locations.parsePath(cloned, Path.of(local.name())).resolve(url));
  }

  private static URIish append(URIish base, String relative, String path) {
    String joined = base.getRawPath().replaceFirst("/+$", "");
    String rest = relative;
    while (rest.startsWith("./") || rest.startsWith("../")) {
      if (rest.startsWith("../")) {
        int slash = joined.lastIndexOf('/');
        if (slash < 0) {
          throw CloneFolder.refused(
              "has a submodule %s at %s, above its host".formatted(path, relative));
        }
        joined = joined.substring(0, slash);
      }
      rest = rest.substring(rest.indexOf('/') + 1);
    }
    try {
      return base.setRawPath(joined + "/" + rest);
    } catch (URISyntaxException bad) {
      throw CloneFolder.refused(
          "has a submodule %s at the malformed URL %s".formatted(path, relative));
    }
  }

  private static Origin localAt(Path path) {
    Path normal = path.normalize();
    return new Origin.Local(normal, normal.toString());
  }
}
