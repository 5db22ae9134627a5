package dev.assay.sandbox;

import java.nio.file.Path;

/// A folder or file of the host that appears in a container, without set-user-id programs and
/// devices.
///
/// @param source absolute path on the host
/// @param target absolute path in the container; made there when the image lacks it
public record Mount(Path source, String target, Access access) {
  /// What programs may do there.
  public enum Access {
    READ_ONLY,
    /// Read as the owner of `source` may, where the kernel can map owners.
    READ_AS_OWNER,
    /// Write as far as the program's user may.
    WRITABLE,
    /// Write as the owner of `source` may: its files show as the program's own, and what the
    /// program makes belongs to that owner (`mount_setattr(2)`, idmapped mounts).
    AS_OWNER
  }

  public static Mount readOnly(Path source, String target) {
    return new Mount(source, target, Access.READ_ONLY);
  }

  public static Mount readAsOwner(Path source, String target) {
    return new Mount(source, target, Access.READ_AS_OWNER);
  }

  public static Mount writable(Path source, String target) {
    return new Mount(source, target, Access.WRITABLE);
  }

  public static Mount asOwner(Path source, String target) {
    return new Mount(source, target, Access.AS_OWNER);
  }

  public boolean isWritable() {
    return access == Access.WRITABLE || access == Access.AS_OWNER;
  }
}
