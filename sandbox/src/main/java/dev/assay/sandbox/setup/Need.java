package dev.assay.sandbox.setup;

/// Something that Assay needs of the host.
enum Need {
  PODMAN("podman", "keeps images"),
  RUNTIME("runc", "starts containers"),
  FILE_SYSTEMS("mkfs.ext4", "makes file systems"),
  MOUNT("mount", "mounts them"),
  BOOTSTRAP("mmdebstrap", "builds images from packages"),
  KEYRING("Debian's archive keys", "proves packages genuine"),
  COMPILER("a C compiler with a static libc", "builds the launcher"),
  SYSCALL_LIST("seccomp.json", "says which system calls a container may use");

  private final String title;
  private final String purpose;

  Need(String title, String purpose) {
    this.title = title;
    this.purpose = purpose;
  }

  /// For people, as in `podman (keeps images)`.
  String toText() {
    return "%s (%s)".formatted(title, purpose);
  }

  String title() {
    return title;
  }
}
