package dev.assay.sandbox.runc;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.sandbox.cgroup.ControlGroups;
import dev.assay.sandbox.disk.MountsBelow;
import dev.assay.sandbox.host.Owner;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What processes of Assay on this machine have to take away when they end, written down so that
/// the next one can do it when they were killed.
///
/// A claim is a file `claims/NAME` in the home folder: pid and start time of the owner, and the
/// folder that goes with it. Its control groups are those below `assay/NAME`.
public final class Remains {
  private final Path claims;
  private final ControlGroups groups;

  /// @param home state of Assay on this machine
  public Remains(Path home, ControlGroups groups) {
    this.claims = home.resolve("claims");
    this.groups = groups;
  }

  /// Writes down that this process makes mounts and files in `folder` and control groups below
  /// `assay/NAME`.
  public void claim(String name, Path folder) {
    String text = "%s\n%s\n".formatted(Owner.self().mark(), folder.toAbsolutePath());
    try {
      Files.createDirectories(claims);
      Path fresh = Files.createTempFile(claims, ".", ".new");
      Files.writeString(fresh, text);
      Files.move(fresh, claims.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "cannot write the claim %s: %s".formatted(name, e.getMessage()), e);
    }
  }

  /// Everything of a claim is gone.
  public void release(String name) {
    try {
      Files.deleteIfExists(claims.resolve(name));
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "cannot remove the claim %s: %s".formatted(name, e.getMessage()), e);
    }
  }

  /// Takes away what owners left that are dead. What belongs to a living process stays.
  ///
  /// @return names of the claims that were swept
  public List<String> sweep() {
    if (!Files.isDirectory(claims)) {
      return List.of();
    }
    var swept = new ArrayList<String>();
    try (Stream<Path> files = Files.list(claims)) {
      for (Path file : files.sorted().toList()) {
        String name = String.valueOf(file.getFileName());
        if (!name.startsWith(".") && sweep(name, file)) {
          swept.add(name);
        }
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "cannot read the claims in %s: %s".formatted(claims, e.getMessage()), e);
    }
    return swept;
  }

  private boolean sweep(String name, Path file) throws IOException {
    List<String> lines = lines(file);
    if (lines.size() < 2) {
      return false;
    }
    // A claim that names no owner is not one of ours.
    if (Owner.find("claim." + lines.getFirst()).map(Owner::isAlive).orElse(true)) {
      return false;
    }
    groups.removeTree("assay/" + name);
    remove(Path.of(lines.get(1)));
    release(name);
    return true;
  }

  private static List<String> lines(Path file) throws IOException {
    try {
      return Files.readAllLines(file, UTF_8);
    } catch (NoSuchFileException releasedMeanwhile) {
      return List.of();
    }
  }

  /// Unmounts everything in a folder and deletes it.
  ///
  /// @throws AssayException `SANDBOX_FAILED` when a mount stays, upon which nothing is deleted
  public static void remove(Path folder) {
    MountsBelow.detach(folder);
    try {
      Files.walkFileTree(folder, new Deletion());
    } catch (NoSuchFileException gone) {
      return;
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "cannot delete %s: %s".formatted(folder, e.getMessage()), e);
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
