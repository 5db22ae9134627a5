package dev.assay.runner.source;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.TreeWalk;

/// Writes the files of a commit as they are stored: no line ends are changed, no filter, no
/// attribute and no hook has a say.
final class CommitWriter {
  private static final int MAX_LINK_BYTES = 4096;

  private final Repository repository;
  private final String name;
  private final CloneFolder target;

  CommitWriter(Repository repository, String name, CloneFolder target) {
    this.repository = repository;
    this.name = name;
    this.target = target;
  }

  /// @param prefix where in the clone, empty or ending with `/`
  /// @return the submodules that the commit records: path in this repository to commit
  Map<String, ObjectId> write(ObjectId commit, String prefix) throws IOException {
    try (var commits = new RevWalk(repository);
        var walk = new TreeWalk(repository, commits.getObjectReader())) {
      walk.addTree(commits.parseCommit(commit).getTree());
      return write(walk, prefix);
    } catch (MissingObjectException | IncorrectObjectTypeException absent) {
      throw new AssayException(
          ErrorCode.COMMIT_NOT_FOUND,
          "%s does not hold commit %s in full (%s); where it is a partial or shallow clone, fetch"
                  .formatted(name, commit.name(), absent.getMessage())
              + " the rest first",
          absent);
    }
  }

  private Map<String, ObjectId> write(TreeWalk walk, String prefix) throws IOException {
    Map<String, ObjectId> submodules = new TreeMap<>();
    while (walk.next()) {
      String path = decode(walk.getRawPath());
      // Git itself makes no such name, but an object can hold it.
      if (walk.getNameString().indexOf('/') >= 0) {
        throw CloneFolder.refused("holds the name %s, which is not safe to write".formatted(path));
      }
      FileMode mode = walk.getFileMode(0);
      ObjectId id = walk.getObjectId(0);
      if (mode.equals(FileMode.TREE)) {
        target.directory(prefix + path);
        walk.enterSubtree();
      } else if (mode.equals(FileMode.REGULAR_FILE) || mode.equals(FileMode.EXECUTABLE_FILE)) {
        target.file(
            prefix + path,
            mode.equals(FileMode.EXECUTABLE_FILE),
            walk.getObjectReader().open(id, Constants.OBJ_BLOB).openStream());
      } else if (mode.equals(FileMode.SYMLINK)) {
        target.link(prefix + path, linkTarget(walk.getObjectReader(), id, path));
      } else if (mode.equals(FileMode.GITLINK)) {
        target.submodule(prefix + path);
        submodules.put(path, id);
      } else {
        throw CloneFolder.refused("holds %s of the unknown kind %s".formatted(path, mode));
      }
    }
    return submodules;
  }

  private static String linkTarget(ObjectReader reader, ObjectId id, String path)
      throws IOException {
    var blob = reader.open(id, Constants.OBJ_BLOB);
    if (blob.getSize() >= MAX_LINK_BYTES) {
      throw CloneFolder.refused(
          "holds the symbolic link %s with a target too long".formatted(path));
    }
    return decode(blob.getBytes());
  }

  private static String decode(byte[] name) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(name)).toString();
    } catch (CharacterCodingException bad) {
      throw CloneFolder.refused(
          "holds a name that is not UTF-8: %s"
              .formatted(new String(name, StandardCharsets.ISO_8859_1)));
    }
  }
}
