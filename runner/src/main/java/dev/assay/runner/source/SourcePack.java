package dev.assay.runner.source;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.unit.DataSize;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.errors.TooLargeObjectInPackException;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.internal.storage.pack.PackWriter;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.NullProgressMonitor;
import org.eclipse.jgit.lib.ObjectChecker;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.storage.pack.PackConfig;
import org.eclipse.jgit.treewalk.TreeWalk;

/// One commit of a repository as one file: a git pack of the commit, its trees and its blobs, each
/// whole, and nothing of its history. Nothing of a repository is executed on either side.
public final class SourcePack {
  private final PackLimits limits;

  public SourcePack(PackLimits limits) {
    QuietGit.settle();
    this.limits = limits;
  }

  /// Writes the pack of a commit. The same commit gives the same objects, not the same bytes.
  ///
  /// @param source of a repository on this machine, or behind a URL, which is then fetched into a
  ///   folder beside `target` for its time
  /// @param target replaced when it exists
  /// @throws AssayException `COMMIT_NOT_FOUND` where objects are missing, `SOLUTION_INVALID` when
  ///   it has submodules, `TOO_LARGE` beyond the limits
  public void write(FrozenSource.AtCommit source, Path target) {
    try {
      switch (source.origin()) {
        case Origin.Local local ->
            write(LocalRepositories.requireAt(local.gitDirectory(), local.name()), source, target);
        case Origin.Packed packed ->
            write(
                LocalRepositories.requireAt(packed.gitDirectory(), packed.name()), source, target);
        case Origin.Remote remote -> writeFetched(remote, source, target);
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "cannot write the pack %s: %s".formatted(target, e.getMessage()), e);
    }
  }

  private void writeFetched(Origin.Remote remote, FrozenSource.AtCommit source, Path target)
      throws IOException {
    Path objects = Files.createTempDirectory(target.toAbsolutePath().getParent(), ".objects-");
    try {
      write(
          new RemoteRepository(remote)
              .fetch(
                  source.commit(),
                  Files.createDirectory(objects.resolve("git")),
                  limits.unpacked()),
          source,
          target);
    } catch (IOException | RuntimeException failed) {
      FolderRemoval.remove(objects, failed);
      throw failed;
    }
    FolderRemoval.remove(objects);
  }

  private void write(Repository opened, FrozenSource.AtCommit source, Path target)
      throws IOException {
    try (Repository repository = opened;
        var walk = new RevWalk(repository);
        var writer = new PackWriter(wholeObjects(), repository.newObjectReader());
        var out = new BufferedOutputStream(Files.newOutputStream(target))) {
      Map<ObjectId, RevObject> objects =
          objects(repository, walk, ObjectId.fromString(source.commit()));
      writer.setThin(false);
      writer.preparePack(objects.values().iterator());
      writer.writePack(NullProgressMonitor.INSTANCE, NullProgressMonitor.INSTANCE, out);
    } catch (MissingObjectException | IncorrectObjectTypeException absent) {
      throw new AssayException(
          ErrorCode.COMMIT_NOT_FOUND,
          "%s does not hold commit %s in full (%s); where it is a partial clone, fetch the rest first"
              .formatted(source.repository(), source.commit(), absent.getMessage()),
          absent);
    }
    requireWithin(Files.size(target), limits.pack(), "packs to");
  }

  /// So that who reads the pack can tell from its headers what it unpacks to.
  private static PackConfig wholeObjects() {
    var config = new PackConfig();
    config.setReuseDeltas(false);
    config.setDeltaCompress(false);
    config.setBuildBitmaps(false);
    config.setThreads(1);
    return config;
  }

  private Map<ObjectId, RevObject> objects(Repository repository, RevWalk walk, ObjectId id)
      throws IOException {
    Map<ObjectId, RevObject> objects = new LinkedHashMap<>();
    RevCommit commit = walk.parseCommit(id);
    objects.put(commit, commit);
    objects.put(commit.getTree(), walk.parseTree(commit.getTree()));
    long bytes = 0;
    try (var tree = new TreeWalk(repository, walk.getObjectReader())) {
      tree.addTree(commit.getTree());
      while (tree.next()) {
        if (tree.getFileMode(0).equals(FileMode.GITLINK)) {
          throw Submodules.packed(tree.getPathString());
        }
        ObjectId entry = tree.getObjectId(0);
        if (tree.isSubtree()) {
          tree.enterSubtree();
          objects.putIfAbsent(entry, walk.lookupTree(entry));
        } else if (objects.putIfAbsent(entry, walk.lookupBlob(entry)) == null) {
          long size = walk.getObjectReader().getObjectSize(entry, Constants.OBJ_BLOB);
          requireWithin(size, limits.object(), "holds %s of".formatted(tree.getPathString()));
          bytes += size;
        }
        requireWithin(bytes, limits.unpacked(), "has");
        if (objects.size() > limits.objects()) {
          throw CloneFolder.refused(
              "has more than %d files and folders, the limit of a pack"
                  .formatted(limits.objects()));
        }
      }
    }
    return objects;
  }

  private static void requireWithin(long bytes, DataSize limit, String what) {
    if (bytes > limit.bytes()) {
      throw new AssayException(
          ErrorCode.TOO_LARGE,
          "the source %s %s, and the limit is %s; keep large files out of the repository"
              .formatted(what, DataSize.ofBytes(bytes).toText(), limit.toText()));
    }
  }

  /// Reads a pack that may come from anybody into a bare repository.
  ///
  /// @param repository a folder that is still to be made; the caller deletes it when the source has
  ///   been copied
  /// @param name of the repository that is recorded
  /// @param commit 40 hex digits; the pack must hold it, whole
  /// @param path folder of the solution, `.` for the root
  /// @throws AssayException `SOLUTION_INVALID` or `COMMIT_NOT_FOUND` with what is wrong with it,
  ///   `TOO_LARGE` beyond the limits
  public FrozenSource.AtCommit read(
      Path pack, Path repository, String name, String commit, String path) {
    if (!ObjectId.isId(commit)) {
      throw new AssayException(
          ErrorCode.COMMIT_NOT_FOUND, "'%s' is no commit of 40 hex digits".formatted(commit));
    }
    try {
      PackScan.require(pack, limits);
      Files.createDirectories(repository);
      parse(pack, repository, ObjectId.fromString(commit));
      return new FrozenSource.AtCommit(
          new Origin.Packed(repository, name), Locations.normalize(Path.of(path)), commit);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "cannot read the pack %s: %s".formatted(pack, e.getMessage()), e);
    }
  }

  private void parse(Path pack, Path folder, ObjectId commit) throws IOException {
    try (var repository = new FileRepository(folder.toFile());
        var in = new BufferedInputStream(Files.newInputStream(pack))) {
      repository.create(true);
      Tidying.forbid(repository.getConfig());
      repository.getConfig().save();
      try (var inserter = repository.newObjectInserter()) {
        // Its reader gives every object the id that its content has, and checks the pack's own sum.
        var parser = inserter.newPackParser(in);
        parser.setAllowThin(false);
        parser.setCheckEofAfterPackFooter(true);
        parser.setMaxObjectSizeLimit(limits.object().bytes());
        parser.setObjectChecker(new ObjectChecker());
        parser.parse(NullProgressMonitor.INSTANCE);
        inserter.flush();
      }
      requireWhole(repository, commit);
    } catch (TooLargeObjectInPackException e) {
      throw new AssayException(ErrorCode.TOO_LARGE, "the pack of the source: " + e.getMessage(), e);
    } catch (CorruptObjectException | IncorrectObjectTypeException e) {
      throw PackScan.malformed("is not whole: " + e.getMessage(), e);
    } catch (MissingObjectException e) {
      throw new AssayException(
          ErrorCode.COMMIT_NOT_FOUND,
          "the pack of the source does not hold commit %s in full: %s"
              .formatted(commit.name(), e.getMessage()),
          e);
    } catch (EOFException e) {
      throw PackScan.malformed("ends in the middle", e);
    }
  }

  /// The parents of the commit are not there, and are not asked for.
  private static void requireWhole(Repository repository, ObjectId id) throws IOException {
    try (var walk = new RevWalk(repository);
        var tree = new TreeWalk(repository, walk.getObjectReader())) {
      tree.addTree(walk.parseCommit(id).getTree());
    }
  }
}
