package dev.assay.sandbox.machine;

import dev.assay.sandbox.host.HostFacts;
import java.util.Arrays;
import java.util.Optional;

/// Whether a machine is a guest, and whose.
///
/// On x86 the processor says so; on Arm only the firmware's tables do. Looked at once, since some
/// kernels take milliseconds to answer for `/proc/cpuinfo`.
final class Virtualisation {
  private final HostFacts facts;
  private final Optional<String> flags;
  private final Optional<String> hypervisor;

  Virtualisation(HostFacts facts) {
    this.facts = facts;
    flags = facts.field("proc/cpuinfo", "flags");
    hypervisor = findHypervisor();
  }

  /// The name of the hypervisor, `unnamed` where it gives none; empty on bare metal, and where
  /// nothing tells.
  Optional<String> hypervisor() {
    return hypervisor;
  }

  boolean isGuest() {
    return hypervisor.isPresent();
  }

  private Optional<String> findHypervisor() {
    return facts
        .find("sys/hypervisor/type")
        .or(() ->
            hasFlag() || isNamedByFirmware()
                ? product().or(() -> Optional.of("unnamed"))
                : Optional.empty())
        .or(() ->
            facts.has("proc/device-tree/hypervisor") ? Optional.of("unnamed") : Optional.empty());
  }

  /// Whether the absence of a hypervisor's name means that there is none.
  boolean isTold() {
    return flags.isPresent()
        || facts.has("sys/class/dmi/id/product_name")
        || facts.has("proc/device-tree");
  }

  private boolean hasFlag() {
    return flags.stream()
        .flatMap(text -> Arrays.stream(text.split(" ", -1)))
        .anyMatch("hypervisor"::equals);
  }

  private boolean isNamedByFirmware() {
    String vendor = facts.find("sys/class/dmi/id/sys_vendor").orElse("");
    String name = facts.find("sys/class/dmi/id/product_name").orElse("");
    return name.contains("Virtual Machine")
        || vendor.equals("QEMU")
        || vendor.startsWith("VMware")
        || (vendor.equals("Amazon EC2") && !name.contains("metal"));
  }

  private Optional<String> product() {
    return facts
        .find("sys/class/dmi/id/product_name")
        .map(name ->
            facts
                .find("sys/class/dmi/id/sys_vendor")
                .map(vendor -> vendor + " " + name)
                .orElse(name));
  }
}
