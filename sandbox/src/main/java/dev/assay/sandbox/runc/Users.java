package dev.assay.sandbox.runc;

/// The users of a container. They have no name, no files and no processes elsewhere: their numbers
/// lie above those that distributions hand out by themselves and below those of subordinate users
/// (`/etc/subuid`).
///
/// @param launcher user and group of the launcher
/// @param program user and group of everything that is measured; owns what it may write
public record Users(int launcher, int program) {
  public static final Users DEFAULT = new Users(99_001, 99_002);

  public Users {
    if (launcher <= 0 || program <= 0 || launcher == program) {
      throw new IllegalArgumentException(
          "launcher %d and program %d must differ, and neither be root"
              .formatted(launcher, program));
    }
  }
}
