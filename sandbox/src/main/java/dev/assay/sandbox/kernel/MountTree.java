package dev.assay.sandbox.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/// Copies of mounts that are changed before they appear anywhere (`open_tree(2)`,
/// `mount_setattr(2)`, `move_mount(2)`; Linux 5.12), and marks of overlay file systems.
public final class MountTree {
  private static final long OPEN_TREE = 428;
  private static final long MOVE_MOUNT = 429;
  private static final long MOUNT_SETATTR = 442;

  private static final long AT_FDCWD = -100;
  private static final long AT_EMPTY_PATH = 0x1000;
  private static final long OPEN_TREE_CLONE = 1;
  private static final long OPEN_TREE_CLOEXEC = 0x80000;
  private static final long MOVE_MOUNT_F_EMPTY_PATH = 4;
  private static final long MOUNT_ATTR_NOSUID = 2;
  private static final long MOUNT_ATTR_NODEV = 4;
  private static final long MOUNT_ATTR_IDMAP = 0x0010_0000;
  private static final long ATTRIBUTE_BYTES = 32;

  private static final MethodHandle SYSTEM_CALL =
      Linux.bindVariadic(
          "syscall", 1, JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG);

  private static final MethodHandle SET_ATTRIBUTE =
      Linux.bind("lsetxattr", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT);

  private MountTree() {}

  /// Mounts a folder or file a second time, with the owners of its files shown as a user namespace
  /// maps them.
  ///
  /// @param users an open user namespace; on disk is its inside, the mount shows its outside
  /// @throws KernelException EINVAL when the file system of `source` cannot be mapped, ENOSYS
  ///   before Linux 5.12
  public static void bindMapped(Path source, Path target, Descriptor users) throws KernelException {
    int tree =
        Linux.call(
            "open_tree(%s)".formatted(source),
            (arena, state) ->
                (int)
                    (long)
                        SYSTEM_CALL.invokeExact(
                            state,
                            OPEN_TREE,
                            AT_FDCWD,
                            Linux.text(arena, source),
                            OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC,
                            MemorySegment.NULL,
                            0L));
    try (var copy = new Descriptor(tree, "mount of " + source)) {
      map(copy, users, source);
      Linux.call(
          "move_mount(%s)".formatted(target),
          (arena, state) ->
              (int)
                  (long)
                      SYSTEM_CALL.invokeExact(
                          state,
                          MOVE_MOUNT,
                          (long) copy.number(),
                          arena.allocateFrom(""),
                          AT_FDCWD,
                          Linux.text(arena, target),
                          MOVE_MOUNT_F_EMPTY_PATH));
    }
  }

  private static void map(Descriptor copy, Descriptor users, Path source) throws KernelException {
    Linux.call(
        "mount_setattr(%s)".formatted(source),
        (arena, state) -> {
          MemorySegment attributes = arena.allocate(ATTRIBUTE_BYTES, 8);
          attributes.setAtIndex(
              JAVA_LONG, 0, MOUNT_ATTR_IDMAP | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
          attributes.setAtIndex(JAVA_LONG, 3, users.number());
          return (int)
              (long)
                  SYSTEM_CALL.invokeExact(
                      state,
                      MOUNT_SETATTR,
                      (long) copy.number(),
                      arena.allocateFrom(""),
                      AT_EMPTY_PATH,
                      attributes,
                      ATTRIBUTE_BYTES);
        });
  }

  /// Marks a folder of an overlay's upper layer so that nothing of the same folder below shows
  /// through (kernel: filesystems/overlayfs.rst).
  public static void hideBelow(Path folder) throws KernelException {
    Linux.call(
        "lsetxattr(%s, trusted.overlay.opaque)".formatted(folder),
        (arena, state) ->
            (int)
                SET_ATTRIBUTE.invokeExact(
                    state,
                    Linux.text(arena, folder),
                    arena.allocateFrom("trusted.overlay.opaque"),
                    arena.allocateFrom("y"),
                    1L,
                    0));
  }
}
