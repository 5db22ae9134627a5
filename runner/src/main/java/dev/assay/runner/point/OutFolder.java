package dev.assay.runner.point;

import dev.assay.sandbox.kernel.Descriptor;
import dev.assay.sandbox.kernel.Errno;
import dev.assay.sandbox.kernel.KernelException;
import dev.assay.sandbox.kernel.Linux;
import dev.assay.sandbox.kernel.OpenFlag;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A folder that a hostile program writes to while this reads it. Every step goes from an open
/// descriptor to a name in it, follows no link, and never blocks on a FIFO (openat(2), O_NOFOLLOW,
/// O_NONBLOCK).
public final class OutFolder implements AutoCloseable {
  private final Descriptor folder;

  private OutFolder(Descriptor folder) {
    this.folder = folder;
  }

  /// The mount point itself, which the program cannot replace.
  public static OutFolder open(Path path) throws IOException {
    return new OutFolder(openAt(path));
  }

  private static Descriptor openAt(Path path) throws KernelException {
    return Linux.open(path, 0, OpenFlag.DIRECTORY, OpenFlag.NO_FOLLOW);
  }

  /// A folder in it; absent when there is none of that name, or something else.
  public @Nullable OutFolder findFolder(String name) throws IOException {
    try {
      return new OutFolder(openAt(folder.path().resolve(name)));
    } catch (KernelException refused) {
      return switch (refused.errno()) {
        case Errno.ENOENT, Errno.ENOTDIR, Errno.ELOOP -> null;
        default -> throw refused;
      };
    }
  }

  /// What a name stands for.
  public sealed interface Found {
    /// A plain file with one link, open for reading.
    record Plain(InputStream in, long size) implements Found {}

    /// Nothing of that name.
    record Nothing() implements Found {}

    /// A link, a folder, a FIFO, a device, or a file with several links.
    record Odd(String what) implements Found {}
  }

  /// Opens a name in the folder. The caller closes what is plain.
  public Found find(String name) throws IOException {
    Descriptor file;
    try {
      file = Linux.open(folder.path().resolve(name), 0, OpenFlag.NO_FOLLOW, OpenFlag.NON_BLOCKING);
    } catch (KernelException refused) {
      return switch (refused.errno()) {
        case Errno.ENOENT, Errno.ENOTDIR -> new Found.Nothing();
        case Errno.ELOOP -> new Found.Odd("a symbolic link");
        default -> new Found.Odd("nothing that can be opened (%s)".formatted(refused.getMessage()));
      };
    }
    try {
      Map<String, Object> attributes =
          Files.readAttributes(file.path(), "unix:isRegularFile,isDirectory,nlink");
      if (!Boolean.TRUE.equals(attributes.get("isRegularFile"))) {
        file.close();
        return new Found.Odd(
            Boolean.TRUE.equals(attributes.get("isDirectory")) ? "a folder" : "no plain file");
      }
      if (!Integer.valueOf(1).equals(attributes.get("nlink"))) {
        file.close();
        return new Found.Odd("a file with %s links".formatted(attributes.get("nlink")));
      }
      return new Found.Plain(new DescriptorStream(file), Files.size(file.path()));
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /// Names in the folder, at most `most` of them.
  public List<String> names(int most) throws IOException {
    var names = new ArrayList<String>();
    try (var stream = Files.newDirectoryStream(folder.path())) {
      for (Path path : stream) {
        if (names.size() == most) {
          break;
        }
        names.add(path.getFileName().toString());
      }
    }
    return names;
  }

  @Override
  public void close() {
    folder.close();
  }

  /// Reads through a second descriptor of the same file, and closes both.
  private static final class DescriptorStream extends InputStream {
    private final Descriptor descriptor;
    private final FileInputStream in;

    private DescriptorStream(Descriptor descriptor) throws IOException {
      this.descriptor = descriptor;
      this.in = new FileInputStream(descriptor.path().toFile());
    }

    @Override
    public int read() throws IOException {
      return in.read();
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      return in.read(buffer, offset, length);
    }

    @Override
    public void close() throws IOException {
      try (descriptor) {
        in.close();
      }
    }
  }
}
