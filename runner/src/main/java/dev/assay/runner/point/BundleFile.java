package dev.assay.runner.point;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.unit.DataSize;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// Files that a bundle's command wrote for the runner, read without following links.
public final class BundleFile {
  private static final DataSize MOST = DataSize.ofMebibytes(64);

  private BundleFile() {}

  /// The content of a plain file.
  ///
  /// @throws AssayException `BUNDLE_FAILED` when it is absent, no plain file, or above 64 MiB
  public static byte[] read(Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw fault("the bundle wrote no plain file %s".formatted(file.getFileName()));
    }
    if (Files.size(file) > MOST.bytes()) {
      throw fault("%s has more than %s".formatted(file.getFileName(), MOST));
    }
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      return in.readNBytes((int) MOST.bytes());
    }
  }

  /// What the bundle did wrong at a point.
  public static AssayException fault(String message) {
    return new AssayException(ErrorCode.BUNDLE_FAILED, message);
  }
}
