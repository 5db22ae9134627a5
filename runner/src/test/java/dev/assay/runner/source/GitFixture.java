package dev.assay.runner.source;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.api.errors.GitAPIException;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.lib.TreeFormatter;

/// A repository in a folder of a test.
final class GitFixture implements AutoCloseable {
  private static final PersonIdent SOMEBODY = new PersonIdent("Somebody", "somebody@example.org");

  private final Path folder;
  private final Git git;

  private GitFixture(Path folder, Git git) {
    this.folder = folder;
    this.git = git;
  }

  static GitFixture create(Path folder) throws IOException, GitAPIException {
    Files.createDirectories(folder);
    return new GitFixture(
        folder.toRealPath(),
        Git.init().setDirectory(folder.toFile()).setInitialBranch("main").call());
  }

  Path folder() {
    return folder;
  }

  Git git() {
    return git;
  }

  GitFixture write(String path, String content) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
    return this;
  }

  GitFixture executable(String path, String content) throws IOException {
    write(path, content);
    Files.setPosixFilePermissions(
        folder.resolve(path), PosixFilePermissions.fromString("rwxr-xr-x"));
    return this;
  }

  GitFixture link(String path, String target) throws IOException {
    Files.createSymbolicLink(folder.resolve(path), Path.of(target));
    return this;
  }

  /// Commits all that is there.
  String commit(String message) throws GitAPIException {
    git.add().addFilepattern(".").call();
    git.add().addFilepattern(".").setUpdate(true).call();
    return git.commit()
        .setMessage(message)
        .setSign(false)
        .setAuthor(SOMEBODY)
        .setCommitter(SOMEBODY)
        .call()
        .name();
  }

  /// Commits `commit` of another repository as a submodule, as `git submodule add` would, without
  /// checking it out.
  String commitSubmodule(String path, String url, String commit) throws IOException {
    String modules = "[submodule \"%s\"]\n\tpath = %s\n\turl = %s\n".formatted(path, path, url);
    return commitEntries(
        Map.of(
            Constants.DOT_GIT_MODULES,
            new Entry(FileMode.REGULAR_FILE, blob(modules)),
            path,
            new Entry(FileMode.GITLINK, ObjectId.fromString(commit))));
  }

  record Entry(FileMode mode, ObjectId id) {}

  ObjectId blob(String content) throws IOException {
    try (var inserter = git.getRepository().newObjectInserter()) {
      ObjectId id = inserter.insert(Constants.OBJ_BLOB, content.getBytes(StandardCharsets.UTF_8));
      inserter.flush();
      return id;
    }
  }

  ObjectId tree(Map<String, Entry> entries) throws IOException {
    try (var inserter = git.getRepository().newObjectInserter()) {
      var formatter = new TreeFormatter();
      entries.entrySet().stream()
          .sorted(Map.Entry.comparingByKey())
          .forEach(entry -> {
            byte[] name = entry.getKey().getBytes(StandardCharsets.UTF_8);
            formatter.append(
                name, 0, name.length, entry.getValue().mode(), entry.getValue().id(), true);
          });
      ObjectId id = inserter.insert(formatter);
      inserter.flush();
      return id;
    }
  }

  /// A commit on HEAD of exactly these entries, however odd; nothing is checked out.
  String commitEntries(Map<String, Entry> entries) throws IOException {
    ObjectId tree = tree(entries);
    try (var inserter = git.getRepository().newObjectInserter()) {
      var commit = new CommitBuilder();
      commit.setTreeId(tree);
      commit.setAuthor(SOMEBODY);
      commit.setCommitter(SOMEBODY);
      commit.setMessage("Odd entries");
      ObjectId id = inserter.insert(commit);
      inserter.flush();
      var update = git.getRepository().updateRef(Constants.HEAD);
      update.setNewObjectId(id);
      update.forceUpdate();
      return id.name();
    }
  }

  @Override
  public void close() {
    git.close();
  }
}
