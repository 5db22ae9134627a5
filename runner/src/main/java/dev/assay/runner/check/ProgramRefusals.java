package dev.assay.runner.check;

import dev.assay.bundle.manifest.CheckNames;
import dev.assay.core.bundle.ProgramSpec;
import dev.assay.core.bundle.Workload;
import dev.assay.runner.program.PreparedWorkloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Right outputs of a program, spoiled one way at a time, which a bundle must refuse.
///
/// @param outputs right ones by point
record ProgramRefusals(
    ProgramSpec program, PreparedWorkloads workloads, Map<String, Path> outputs, Path scratch) {
  ProgramRefusals {
    outputs = new TreeMap<>(outputs);
  }

  /// Whether the spoiled output is refused; empty when it cannot be spoiled that way.
  Optional<Boolean> refuses(Workload workload, String name) throws IOException {
    Path right = outputs.get(workload.point());
    if (right == null) {
      return Optional.empty();
    }
    byte[] bytes = Files.readAllBytes(right);
    Optional<byte[]> spoiled =
        name.equals(CheckNames.SWAPPED) ? other(workload) : spoil(name, bytes);
    if (spoiled.filter(one -> !Arrays.equals(one, bytes)).isEmpty()) {
      return Optional.empty();
    }
    Path file = scratch.resolve("spoiled");
    Files.write(file, spoiled.get());
    return Optional.of(!workloads.verify(workload, file, "verify.log").verification().passed());
  }

  private Optional<byte[]> other(Workload workload) throws IOException {
    for (Workload one : program.workloads()) {
      Path output = outputs.get(one.point());
      if (!one.equals(workload) && output != null) {
        return Optional.of(Files.readAllBytes(output));
      }
    }
    return Optional.empty();
  }

  /// What is printed is a text: its digits stand for its numbers.
  private static Optional<byte[]> spoil(String name, byte[] right) {
    byte[] spoiled = right.clone();
    switch (name) {
      case CheckNames.MISSING -> {
        return Optional.of(new byte[0]);
      }
      case CheckNames.SHORT -> {
        return Optional.of(Arrays.copyOf(right, right.length / 2));
      }
      case CheckNames.LONG -> {
        spoiled = Arrays.copyOf(right, right.length + 2);
        spoiled[right.length] = '1';
        spoiled[right.length + 1] = '\n';
      }
      case CheckNames.HIGH_BIT -> {
        if (spoiled.length > 0) {
          spoiled[0] ^= (byte) 0x80;
        }
      }
      case CheckNames.ZEROS -> {
        for (int i = 0; i < spoiled.length; i++) {
          spoiled[i] = spoiled[i] >= '1' && spoiled[i] <= '9' ? (byte) '0' : spoiled[i];
        }
      }
      default -> {
        return Optional.empty();
      }
    }
    return Optional.of(spoiled);
  }
}
