package dev.assay.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// For hosts.
@Command(
    name = "bundle",
    mixinStandardHelpOptions = true,
    description = "For hosts: make, check, hash and publish bundles.")
final class BundleCommand implements Runnable {
  @Spec CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "one of check, hash, make, verify and new is missing");
  }
}
