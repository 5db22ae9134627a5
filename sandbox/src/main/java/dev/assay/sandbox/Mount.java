package dev.assay.sandbox;

import java.nio.file.Path;

/// A folder or file of the host that appears in a container, without set-user-id programs and
/// devices.
///
/// @param source absolute path on the host
/// @param target absolute path in the container; made there when the image lacks it
public record Mount(Path source, String target, boolean writable) {
  public static Mount readOnly(Path source, String target) {
    return new Mount(source, target, false);
  }

  public static Mount writable(Path source, String target) {
    return new Mount(source, target, true);
  }
}
