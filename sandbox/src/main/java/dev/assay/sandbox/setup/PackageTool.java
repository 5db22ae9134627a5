package dev.assay.sandbox.setup;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How a family of distributions installs programs, and what it calls them.
///
/// @param command what comes before the packages
/// @param families names of os-release(5) that the tool is used on
/// @param packages what to install for a need; none where no package's name is known
record PackageTool(String command, List<String> families, Map<Need, String> packages) {
  private static final List<PackageTool> ALL =
      List.of(
          new PackageTool(
              "apt-get install --no-install-recommends -y",
              List.of("debian", "ubuntu"),
              Map.of(
                  Need.PODMAN,
                  "podman",
                  Need.RUNTIME,
                  "runc",
                  Need.FILE_SYSTEMS,
                  "e2fsprogs",
                  Need.MOUNT,
                  "mount",
                  Need.BOOTSTRAP,
                  "mmdebstrap",
                  Need.KEYRING,
                  "debian-archive-keyring",
                  Need.COMPILER,
                  "gcc libc6-dev",
                  Need.SYSCALL_LIST,
                  "golang-github-containers-common")),
          new PackageTool(
              "dnf install -y",
              List.of("fedora", "rhel", "centos"),
              Map.of(
                  Need.PODMAN,
                  "podman",
                  Need.RUNTIME,
                  "runc",
                  Need.FILE_SYSTEMS,
                  "e2fsprogs",
                  Need.MOUNT,
                  "util-linux",
                  Need.BOOTSTRAP,
                  "mmdebstrap",
                  Need.KEYRING,
                  "debian-keyring",
                  Need.COMPILER,
                  "gcc glibc-static",
                  Need.SYSCALL_LIST,
                  "containers-common")),
          new PackageTool(
              "zypper install -y",
              List.of("suse", "opensuse"),
              Map.of(
                  Need.PODMAN,
                  "podman",
                  Need.RUNTIME,
                  "runc",
                  Need.FILE_SYSTEMS,
                  "e2fsprogs",
                  Need.MOUNT,
                  "util-linux",
                  Need.COMPILER,
                  "gcc glibc-devel-static",
                  Need.SYSCALL_LIST,
                  "libcontainers-common")),
          new PackageTool(
              "pacman -S --noconfirm",
              List.of("arch"),
              Map.of(
                  Need.PODMAN,
                  "podman",
                  Need.RUNTIME,
                  "runc",
                  Need.FILE_SYSTEMS,
                  "e2fsprogs",
                  Need.MOUNT,
                  "util-linux",
                  Need.KEYRING,
                  "debian-archive-keyring",
                  Need.COMPILER,
                  "gcc",
                  Need.SYSCALL_LIST,
                  "containers-common")),
          new PackageTool(
              "apk add",
              List.of("alpine"),
              Map.of(
                  Need.PODMAN,
                  "podman",
                  Need.RUNTIME,
                  "runc",
                  Need.FILE_SYSTEMS,
                  "e2fsprogs",
                  Need.MOUNT,
                  "util-linux",
                  Need.KEYRING,
                  "debian-archive-keyring",
                  Need.COMPILER,
                  "gcc musl-dev",
                  Need.SYSCALL_LIST,
                  "containers-common")));

  PackageTool {
    families = List.copyOf(families);
    packages = Map.copyOf(packages);
  }

  /// @param release the variables of /etc/os-release
  static Optional<PackageTool> find(Map<String, String> release) {
    String names = release.getOrDefault("ID", "") + " " + release.getOrDefault("ID_LIKE", "");
    List<String> words = Arrays.asList(names.split(" ", -1));
    return ALL.stream()
        .filter(tool ->
            words.stream().anyMatch(word -> tool.families().stream().anyMatch(f -> isOf(word, f))))
        .findFirst();
  }

  private static boolean isOf(String word, String family) {
    return word.equals(family) || word.startsWith(family + "-");
  }

  List<String> packagesFor(List<Need> needs) {
    return needs.stream()
        .filter(packages::containsKey)
        .flatMap(need -> Arrays.stream(packages.getOrDefault(need, "").split(" ", -1)))
        .distinct()
        .toList();
  }

  List<Need> unknown(List<Need> needs) {
    return needs.stream().filter(need -> !packages.containsKey(need)).toList();
  }
}
