package dev.assay.sandbox.setup;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.sandbox.host.HostAnswer;
import dev.assay.sandbox.host.HostCommand;
import dev.assay.sandbox.host.HostFacts;
import dev.assay.sandbox.host.HostPrograms;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Finds what this machine lacks of the programs that Assay stands on, and installs it: by apt-get,
/// as root, on Debian and Ubuntu, and never without saying so first. Elsewhere it says what to
/// type.
public final class SetUp {
  private static final List<String> INSTALLS_ON = List.of("debian", "ubuntu");
  private static final Duration UPDATE_TIMEOUT = Duration.ofMinutes(5);
  private static final Duration INSTALL_TIMEOUT = Duration.ofMinutes(20);
  private static final List<String> SYSCALL_LISTS =
      List.of("usr/share/containers/seccomp.json", "etc/containers/seccomp.json");
  private static final List<String> KEYRINGS =
      List.of(
          "usr/share/keyrings/debian-archive-keyring.gpg",
          "usr/share/keyrings/debian-archive-keyring.pgp",
          "etc/apt/trusted.gpg.d/debian-archive-bookworm-stable.asc",
          "etc/apt/trusted.gpg.d/debian-archive-bookworm-stable.gpg");

  private final HostPrograms programs;
  private final HostFacts facts;
  private final boolean superuser;

  /// @param root `/`, or the folder that a recorded tree lies in
  /// @param superuser whether this process is root
  public SetUp(HostPrograms programs, Path root, boolean superuser) {
    this.programs = programs;
    this.superuser = superuser;
    facts = new HostFacts(root);
  }

  /// What is missing, for people, as in `podman (keeps images)`.
  public List<String> missing() {
    return needs().stream().map(Need::toText).toList();
  }

  /// Installs what is missing, or does nothing.
  ///
  /// @param progress hears what will be installed before it is, and the tool's own lines after
  /// @return whether anything was installed
  /// @throws AssayException `PROGRAM_MISSING` in one sentence that says what to type, where this
  ///   may not or cannot install
  public boolean install(Consumer<String> progress) {
    List<Need> needs = needs();
    if (needs.isEmpty()) {
      return false;
    }
    Map<String, String> release = facts.operatingSystem();
    Optional<PackageTool> tool = PackageTool.find(release);
    boolean mayInstall = superuser && INSTALLS_ON.contains(release.getOrDefault("ID", ""));
    if (tool.isEmpty() || !mayInstall || programs.find("apt-get").isEmpty()) {
      throw byHand(needs, release, tool);
    }
    installByApt(needs, tool.get(), progress);
    return true;
  }

  private List<Need> needs() {
    return Arrays.stream(Need.values()).filter(need -> !isMet(need)).toList();
  }

  private boolean isMet(Need need) {
    return switch (need) {
      case PODMAN -> has("podman");
      case RUNTIME -> has("runc") || has("crun");
      case FILE_SYSTEMS -> has("mkfs.ext4");
      case MOUNT -> has("mount");
      case BOOTSTRAP -> has("mmdebstrap");
      case KEYRING -> KEYRINGS.stream().anyMatch(facts::has);
      case COMPILER -> hasStaticCompiler();
      case SYSCALL_LIST -> SYSCALL_LISTS.stream().anyMatch(facts::has);
    };
  }

  private boolean has(String program) {
    return programs.find(program).isPresent();
  }

  /// A compiler prints the path of a library that it has, and the bare name of one that it lacks.
  private boolean hasStaticCompiler() {
    return programs.find("cc").or(() -> programs.find("gcc")).stream()
        .map(compiler ->
            programs.execute(HostCommand.of(compiler.toString(), "-print-file-name=libc.a")))
        .anyMatch(answer -> answer.succeeded() && answer.output().startsWith("/"));
  }

  private void installByApt(List<Need> needs, PackageTool tool, Consumer<String> progress) {
    List<String> packages = tool.packagesFor(needs);
    progress.accept(
        "this machine lacks %s; installing by apt-get: %s"
            .formatted(titles(needs), String.join(" ", packages)));
    // Failing to fetch one list of many is no failure yet; the next command tells.
    HostAnswer lists =
        programs.execute(apt(List.of("apt-get", "update", "-q"), progress).within(UPDATE_TIMEOUT));
    var command =
        new ArrayList<>(
            List.of(
                "apt-get",
                "install",
                "-q",
                "-y",
                "--no-install-recommends",
                "-o",
                "DPkg::Lock::Timeout=120"));
    command.addAll(packages);
    HostAnswer answer = programs.execute(apt(command, progress).within(INSTALL_TIMEOUT));
    if (!answer.succeeded()) {
      throw cannotInstall(needs, tool, lists, answer);
    }
    List<Need> left = needs();
    if (!left.isEmpty()) {
      throw new AssayException(
          ErrorCode.PROGRAM_MISSING,
          "apt-get installed %s, and %s is still missing; look at what it said above"
              .formatted(String.join(" ", packages), titles(left)));
    }
  }

  private static HostCommand apt(List<String> command, Consumer<String> progress) {
    return HostCommand.of(command).with("DEBIAN_FRONTEND", "noninteractive").tell(progress);
  }

  private static AssayException cannotInstall(
      List<Need> needs, PackageTool tool, HostAnswer lists, HostAnswer answer) {
    String said = lists.errors() + answer.errors();
    boolean offline =
        said.contains("resolv") || said.contains("onnect") || said.contains("Failed to fetch");
    String why =
        offline
            ? "this machine cannot reach its package archive, and lacks %s; once it can, type"
            : "apt-get could not install %s (%s); to see why, type";
    return new AssayException(
        ErrorCode.PROGRAM_MISSING,
        "%s: %s"
            .formatted(why.formatted(titles(needs), answer.lastLine()), typed(needs, tool, "")));
  }

  private AssayException byHand(
      List<Need> needs, Map<String, String> release, Optional<PackageTool> tool) {
    String system = release.getOrDefault("PRETTY_NAME", release.getOrDefault("ID", "this system"));
    if (tool.isEmpty()) {
      return new AssayException(
          ErrorCode.PROGRAM_MISSING,
          "this machine (%s) lacks %s; install them with its own tools, then try again"
              .formatted(
                  system, needs.stream().map(Need::toText).collect(Collectors.joining(", "))));
    }
    String reason =
        superuser
            ? "on %s Assay does not install by itself".formatted(system)
            : "Assay installs only as root";
    String prefix = superuser ? "" : "sudo ";
    return new AssayException(
        ErrorCode.PROGRAM_MISSING,
        "this machine lacks %s, and %s; type: %s"
            .formatted(titles(needs), reason, typed(needs, tool.get(), prefix)));
  }

  private static String typed(List<Need> needs, PackageTool tool, String prefix) {
    List<String> packages = tool.packagesFor(needs);
    List<Need> unknown = tool.unknown(needs);
    String command =
        packages.isEmpty()
            ? ""
            : "%s%s %s".formatted(prefix, tool.command(), String.join(" ", packages));
    if (unknown.isEmpty()) {
      return command;
    }
    String rest =
        "%s, which only building images needs, from its own source".formatted(titles(unknown));
    return command.isEmpty() ? rest : "%s (and %s)".formatted(command, rest);
  }

  private static String titles(List<Need> needs) {
    return needs.stream().map(Need::title).collect(Collectors.joining(", "));
  }
}
