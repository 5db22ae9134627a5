package dev.assay.runner.source;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.unit.DataSize;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.eclipse.jgit.errors.NotSupportedException;
import org.eclipse.jgit.errors.TransportException;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.StoredConfig;
import org.eclipse.jgit.transport.NetRCCredentialsProvider;
import org.eclipse.jgit.transport.RefSpec;
import org.eclipse.jgit.transport.TagOpt;
import org.eclipse.jgit.transport.Transport;
import org.jspecify.annotations.Nullable;

/// A repository behind a URL. Credentials come from the URL, `~/.netrc` and the SSH keys of this
/// user; nobody is asked.
final class RemoteRepository {
  private static final Duration SILENCE = Duration.ofSeconds(60);
  private static final Pattern ABBREVIATED = Pattern.compile("[0-9a-f]{7,39}");

  private final Origin.Remote origin;

  RemoteRepository(Origin.Remote origin) {
    this.origin = origin;
  }

  /// The commit that `revision` names; that of the default branch when it is absent. A full commit
  /// is given back as it is: only fetching shows whether it exists.
  String resolve(@Nullable String revision) {
    if (revision != null && ObjectId.isId(revision)) {
      return ObjectId.fromString(revision).name();
    }
    Map<String, Ref> refs = advertisedRefs();
    if (revision == null) {
      Ref head = refs.get(Constants.HEAD);
      if (head == null || head.getObjectId() == null) {
        throw new AssayException(
            ErrorCode.COMMIT_NOT_FOUND,
            "%s has no default branch with a commit; name one with --commit"
                .formatted(origin.name()));
      }
      return commitOf(head);
    }
    return resolveName(refs, revision);
  }

  private String resolveName(Map<String, Ref> refs, String revision) {
    Set<String> found = new HashSet<>();
    for (String prefix : List.of(Constants.R_HEADS, Constants.R_TAGS, "")) {
      Ref ref = refs.get(prefix + revision);
      if (ref != null && ref.getObjectId() != null) {
        found.add(commitOf(ref));
      }
    }
    if (found.isEmpty() && ABBREVIATED.matcher(revision).matches()) {
      refs.values().stream()
          .filter(ref -> ref.getObjectId() != null)
          .map(RemoteRepository::commitOf)
          .filter(commit -> commit.startsWith(revision))
          .forEach(found::add);
    }
    if (found.size() == 1) {
      return found.iterator().next();
    }
    String why =
        found.isEmpty()
            ? "no branch or tag %s, and a commit of a URL needs all its 40 digits%s"
                .formatted(
                    revision,
                    Suggestions.nearest(
                        revision,
                        refs.keySet().stream()
                            .filter(name -> name.startsWith(Constants.R_REFS))
                            .map(Repository::shortenRefName)
                            .toList()))
            : "more than one commit called %s; write refs/heads/%s or refs/tags/%s"
                .formatted(revision, revision, revision);
    throw new AssayException(ErrorCode.COMMIT_NOT_FOUND, "%s has %s".formatted(origin.name(), why));
  }

  private static String commitOf(Ref ref) {
    ObjectId peeled = ref.getPeeledObjectId();
    return Objects.requireNonNull(peeled == null ? ref.getObjectId() : peeled).name();
  }

  private Map<String, Ref> advertisedRefs() {
    try (var transport = Transport.open(origin.url())) {
      prepare(transport);
      try (var connection = transport.openFetch()) {
        return new TreeMap<>(connection.getRefsMap());
      }
    } catch (TransportException | NotSupportedException broken) {
      throw unreachable(broken);
    }
  }

  /// Fetches `commit` and what it needs, without its history where the server can do that.
  ///
  /// @param objects an empty folder, which becomes a bare repository
  /// @param limit of what is fetched
  /// @return the repository, which the caller closes
  Repository fetch(String commit, Path objects, DataSize limit) throws IOException {
    var repository = new FileRepository(objects.toFile());
    var watch = new SizeWatch(objects, limit);
    try {
      repository.create(true);
      settle(repository.getConfig());
      fetchShallow(repository, commit, watch);
      if (!repository.getObjectDatabase().has(ObjectId.fromString(commit))) {
        throw new AssayException(
            ErrorCode.COMMIT_NOT_FOUND,
            "%s has no commit %s on any branch or tag%s"
                .formatted(
                    origin.name(),
                    commit,
                    Suggestions.nearest(
                        commit,
                        repository.getRefDatabase().getRefs().stream()
                            .map(ref -> ref.getName().replaceFirst("^refs/fetched/", "refs/"))
                            .map(Repository::shortenRefName)
                            .toList())));
      }
      return repository;
    } catch (TransportException | NotSupportedException broken) {
      repository.close();
      if (watch.isExceeded()) {
        throw CloneFolder.refused(
            "%s is larger than %s, the limit of a clone".formatted(origin.name(), limit.toText()));
      }
      throw unreachable(broken);
    } catch (IOException | RuntimeException broken) {
      repository.close();
      throw broken;
    }
  }

  /// Saved, since JGit reads the file anew whenever it may have changed.
  private void settle(StoredConfig config) throws IOException {
    Tidying.forbid(config);
    if (!origin.followsRedirections()) {
      config.setString("http", null, "followRedirects", "false");
    }
    config.save();
  }

  // A server may refuse a commit that is not the tip of a branch or tag. Then all of them are
  // fetched with their history, and the commit is looked for in it.
  private void fetchShallow(Repository repository, String commit, SizeWatch watch)
      throws TransportException, NotSupportedException {
    try {
      fetch(repository, watch, 1, new RefSpec(commit + ":refs/fetched/commit"));
    } catch (TransportException refused) {
      if (watch.isExceeded()) {
        throw refused;
      }
      try {
        fetch(
            repository,
            watch,
            0,
            new RefSpec("+refs/heads/*:refs/fetched/heads/*"),
            new RefSpec("+refs/tags/*:refs/fetched/tags/*"));
      } catch (TransportException broken) {
        broken.addSuppressed(refused);
        throw broken;
      }
    }
  }

  private void fetch(Repository repository, SizeWatch watch, int depth, RefSpec... wanted)
      throws TransportException, NotSupportedException {
    try (var transport = Transport.open(repository, origin.url())) {
      prepare(transport);
      transport.setTagOpt(TagOpt.NO_TAGS);
      transport.setCheckFetchedObjects(true);
      if (depth > 0) {
        transport.setDepth(depth);
      }
      transport.fetch(watch, List.of(wanted));
    }
  }

  private static void prepare(Transport transport) {
    transport.setTimeout((int) SILENCE.toSeconds());
    transport.setCredentialsProvider(new NetRCCredentialsProvider());
  }

  private AssayException unreachable(Exception broken) {
    // Neither the message nor the cause may carry the credentials of the URL into a log.
    return new AssayException(
        ErrorCode.SOURCE_NOT_FOUND,
        "cannot fetch from %s: %s; check the URL, the network and whether this user may read it"
            .formatted(
                origin.name(), origin.withoutCredentials(String.valueOf(broken.getMessage()))));
  }
}
