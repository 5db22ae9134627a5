package dev.assay.runner.point;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.EnvelopeSpec.StageLimits;
import dev.assay.core.bundle.Limits;
import dev.assay.core.run.EncryptedPoint.Security;
import dev.assay.core.unit.DataSize;
import java.time.Duration;

/// An encrypted solution whose stages are all done by one process.
///
/// @param config its `config.jsonc` as JSON without comments
/// @param security what the table says of its parameters
public record JoinedSolution(String config, Security security) {
  static final Conversation.Rules RULES =
      new Conversation.Rules(true, EndingRule.Stages.PLAIN, "the solution");

  /// What one process may take that does everything: all limits of time and memory together.
  static Limits limits(BundleSpec spec) {
    Limits server = spec.limits();
    StageLimits stages = spec.requireEnvelope().limits();
    Duration around =
        stages.encode().plus(stages.encrypt()).plus(stages.decrypt()).plus(stages.decode());
    return new Limits(
        server.init().plus(stages.keygen()),
        server.caseTime().plus(around),
        server.cpu().plus(around.multipliedBy(server.cpus())),
        server.build(),
        DataSize.ofBytes(Math.addExact(server.memory().bytes(), stages.memory().bytes())),
        server.cpus(),
        server.processes(),
        server.output(),
        server.log());
  }
}
