package dev.assay.core.protocol;

import dev.assay.core.run.ImageIdentity;
import dev.assay.core.run.Machine;
import java.time.Instant;
import java.util.List;

/// The handshake, at each start of a runner and whenever what it describes has changed.
///
/// @param protocol `RunnerProtocol.VERSION` of the runner
/// @param version of Assay
/// @param instance random, new at each start: tells two processes with one key apart
/// @param machineId of the machine, the same at each start; a runner keeps a lock there, so two
///   instances on one machine cannot be
/// @param machine as it describes itself, doctor's findings included
/// @param cores that a job can be granted
/// @param memoryBytes that a job can be granted
/// @param gpu how many there are
/// @param images that are there now
/// @param clock of the runner, for its offset
public record RunnerHello(
    int protocol,
    String version,
    String instance,
    String machineId,
    Machine machine,
    int cores,
    long memoryBytes,
    int gpu,
    List<ImageIdentity> images,
    Instant clock) {
  public RunnerHello {
    images = List.copyOf(images);
  }

  /// The platform's answer.
  ///
  /// @param clock of the platform
  /// @param state `active` or `set-aside`
  /// @param stateReason why it was set aside; empty when active
  public record Welcome(
      int protocol,
      String version,
      String runner,
      String name,
      String pool,
      Instant clock,
      String state,
      String stateReason) {}
}
