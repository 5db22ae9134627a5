package dev.assay.runner.encrypted;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.EnvelopeSpec;
import dev.assay.core.bundle.Limits;
import dev.assay.core.unit.DataSize;
import dev.assay.runner.point.Conversation;
import dev.assay.runner.point.EndingRule;
import java.time.Duration;

/// One of the processes that a point takes, in their order.
enum Stage {
  /// The author's `encode`, which sees the inputs in clear.
  ENCODE("encode", "encode", "encode", "the solution"),
  /// The envelope's keys and ciphertexts.
  SEAL("seal", "keygen", "encrypt", "the envelope"),
  /// The author's `init` and `run`: the score.
  SERVER("server", "init", "run", "the solution"),
  /// The envelope again, with the secret key.
  OPEN("open", "load-keys", "decrypt", "the envelope"),
  /// The author's `decode`, which sees what was decrypted and nothing else.
  DECODE("decode", "decode", "decode", "the solution");

  private final String text;
  private final String init;
  private final String cases;
  private final String who;

  Stage(String text, String init, String cases, String who) {
    this.text = text;
    this.init = init;
    this.cases = cases;
    this.who = who;
  }

  /// As ASSAY_STAGE and runs have it.
  String text() {
    return text;
  }

  /// What is at work when a process ends.
  ///
  /// @param inInit whether before its `ready`
  String nameOf(boolean inInit) {
    return inInit ? init : cases;
  }

  boolean isEnvelopes() {
    return this == SEAL || this == OPEN;
  }

  Conversation.Rules rules() {
    return new Conversation.Rules(true, new EndingRule.Stages(init, cases), who);
  }

  /// The limits of its process: CPU time is wall time on all of the cores.
  Limits limits(BundleSpec spec) {
    Limits limits = spec.limits();
    EnvelopeSpec.StageLimits stages = spec.requireEnvelope().limits();
    return switch (this) {
      case SERVER -> limits;
      case ENCODE -> limits(limits, limits.init(), stages.encode(), limits.memory());
      case SEAL -> limits(limits, stages.keygen(), stages.encrypt(), stages.memory());
      case OPEN -> limits(limits, stages.keygen(), stages.decrypt(), stages.memory());
      case DECODE -> limits(limits, limits.init(), stages.decode(), limits.memory());
    };
  }

  private static Limits limits(Limits of, Duration init, Duration caseTime, DataSize memory) {
    return new Limits(
        init,
        caseTime,
        caseTime.multipliedBy(of.cpus()),
        of.build(),
        memory,
        of.cpus(),
        of.processes(),
        of.output(),
        of.log());
  }
}
