package dev.assay.cli;

import dev.assay.cli.view.DiagnosisText;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.MachineFinding;
import dev.assay.core.wire.JsonCodec;
import dev.assay.sandbox.machine.Diagnosis;
import dev.assay.sandbox.machine.SelfTest;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Is this machine fit to measure on, and what would make it so?
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = {
      "Tells what of this machine makes times vary and what to do about it, then tests the sandbox: limits, causes, accounting, and how much the same work varies.",
      "It changes nothing. Without root it tells what it can, and leaves the self-test out."
    },
    footer = {
      "",
      "Exit codes: 0 fit; 1 fit, with warnings, or without having looked at everything;",
      "2 used wrongly; 4 nothing can be measured before something is put right.",
      "",
      "Examples:",
      "  assay doctor                         look, and test the sandbox for some seconds",
      "  assay doctor --no-self-test          only look: a second, and nothing is executed",
      "  assay doctor --json | jq -r '.findings[] | select(.level == \"warning\") | .advice'"
    })
final class DoctorCommand implements Callable<Integer> {
  /// The kernel counts in hundredths of a second, so in this time a hundredth of a processor shows.
  private static final long MOMENT_NANOS = 1_000_000_000;

  private final Wiring wiring;

  @Option(names = "--json", description = "Print everything as JSON (docs/doctor.md).")
  boolean json;

  @Option(names = "--no-self-test", description = "Execute nothing in the sandbox.")
  boolean withoutSelfTest;

  DoctorCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    Diagnosis diagnosis;
    try (var progress = wiring.progress()) {
      progress.stage("looking at this machine, for a second");
      List<MachineFinding> findings = wiring.examineMachine(DoctorCommand::waitAMoment);
      String reason = whyNoSelfTest();
      Attempt tested = reason == null ? test(progress) : new Attempt(null, List.of());
      diagnosis =
          Diagnosis.of(
              AssayVersion.current(), findings, tested.failures(), tested.outcome(), reason);
    }
    print(diagnosis);
    return switch (diagnosis.fitness()) {
      case FIT -> 0;
      case WARNINGS -> 1;
      case UNFIT -> 4;
    };
  }

  private void print(Diagnosis diagnosis) {
    Terminal terminal = wiring.terminal();
    terminal
        .out()
        .print(json ? JsonCodec.toJson(diagnosis) : DiagnosisText.of(diagnosis, terminal.width()));
    terminal.out().flush();
  }

  private static void waitAMoment() {
    long end = System.nanoTime() + MOMENT_NANOS;
    for (long left = MOMENT_NANOS; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private @Nullable String whyNoSelfTest() {
    if (withoutSelfTest) {
      return "left out, as asked for";
    }
    return wiring.isSuperuser() ? null : "left out: it needs root, as in sudo ./assay doctor";
  }

  /// @param outcome absent when there was no sandbox to test
  private record Attempt(SelfTest.@Nullable Outcome outcome, List<MachineFinding> failures) {}

  /// A sandbox that cannot be opened is a finding, not the end of the command.
  private Attempt test(Progress progress) {
    try (var scratch = wiring.scratch()) {
      return new Attempt(wiring.selfTest(scratch.path()).execute(progress::stage), List.of());
    } catch (AssayException e) {
      if (e.code() == ErrorCode.CANCELLED) {
        throw e;
      }
      return new Attempt(
          null,
          List.of(
              MachineFinding.unfit(
                  "sandbox",
                  "no container could be tested: " + e.getMessage(),
                  "assay setup installs what is missing")));
    }
  }
}
