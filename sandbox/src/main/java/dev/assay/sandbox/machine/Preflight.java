package dev.assay.sandbox.machine;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.MachineFinding;
import dev.assay.sandbox.host.HostFacts;
import dev.assay.sandbox.host.HostPrograms;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Checks that this machine can carry out a job, before anything is done for it.
public final class Preflight {
  /// No clock that is right shows a time before this code was written.
  private static final Instant EARLIEST = Instant.parse("2025-09-01T00:00:00Z");

  private static final String INSTALL = "assay setup";

  private final Path root;
  private final HostFacts facts;
  private final HostPrograms programs;
  private final InstantSource clock;
  private final boolean superuser;

  /// @param root `/`, or the folder that a recorded tree lies in
  /// @param superuser whether this process is root
  public Preflight(Path root, HostPrograms programs, InstantSource clock, boolean superuser) {
    this.root = root;
    this.programs = programs;
    this.clock = clock;
    this.superuser = superuser;
    facts = new HostFacts(root);
  }

  /// Everything that was looked at, what is fine included.
  public List<MachineFinding> check(Demand demand) {
    var probe = new KernelProbe();
    var virtualisation = new Virtualisation(facts);
    var host = new HostCheck(root, facts, probe, virtualisation);
    var kernel = new KernelCheck(facts, probe, virtualisation);
    return Stream.of(
            List.of(rights()),
            means(),
            List.of(
                host.groups(),
                host.disk(demand),
                host.memory(demand),
                kernel.clockSource(),
                new LoadCheck(facts).average(),
                kernel.swap(),
                new ProcessorCheck(facts, virtualisation).governor()))
        .flatMap(List::stream)
        .toList();
  }

  /// What measuring stands on besides rights, whatever the machine is like: programs, loop devices,
  /// a clock that is set.
  public List<MachineFinding> means() {
    return Stream.of(requiredPrograms(), Stream.of(loops(), time()))
        .flatMap(findings -> findings)
        .toList();
  }

  /// @throws AssayException `MACHINE_UNFIT` with every reason
  public void requireFit(Demand demand) {
    String reasons =
        check(demand).stream()
            .filter(finding -> finding.level() == MachineFinding.Level.UNFIT)
            .map(finding -> finding.text() + ": " + finding.advice())
            .collect(Collectors.joining("; "));
    if (!reasons.isEmpty()) {
      throw new AssayException(ErrorCode.MACHINE_UNFIT, "this machine cannot measure: " + reasons);
    }
  }

  private MachineFinding rights() {
    return superuser
        ? MachineFinding.fine("rights", "running as root")
        : MachineFinding.unfit(
            "rights", "Assay needs root for control groups and mounts", "use sudo");
  }

  private Stream<MachineFinding> requiredPrograms() {
    MachineFinding runtime =
        programs.find("runc").isPresent() || programs.find("crun").isPresent()
            ? MachineFinding.fine("runc", "an OCI runtime is there")
            : MachineFinding.unfit("runc", "neither runc nor crun is installed", INSTALL);
    return Stream.concat(
        Stream.of("podman", "mkfs.ext4", "mount").map(this::required), Stream.of(runtime));
  }

  private MachineFinding required(String program) {
    return programs
        .find(program)
        .map(file -> MachineFinding.fine(program, "at " + file))
        .orElseGet(() -> MachineFinding.unfit(program, program + " is not installed", INSTALL));
  }

  private MachineFinding loops() {
    return facts.has("dev/loop-control")
        ? MachineFinding.fine("loop devices", "can be made")
        : MachineFinding.unfit("loop devices", "/dev/loop-control is not there", "modprobe loop");
  }

  private MachineFinding time() {
    Instant now = clock.instant();
    return now.isBefore(EARLIEST)
        ? MachineFinding.unfit(
            "time",
            "this machine's clock says %s".formatted(now),
            "set it, as with: timedatectl set-ntp true")
        : MachineFinding.fine("time", now.toString());
  }
}
