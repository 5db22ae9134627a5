package dev.assay.sandbox.runc;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.sandbox.ProcessSpec;
import dev.assay.sandbox.StandardOutput;
import dev.assay.sandbox.kernel.Descriptor;
import dev.assay.sandbox.kernel.KernelException;
import dev.assay.sandbox.kernel.Linux;
import dev.assay.sandbox.kernel.OpenFlag;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The standard streams of one process: named pipes that it can open anew through `/dev/stdout`,
/// since they are its own, but not reach by their paths, since the folder is the launcher's.
final class Streams implements AutoCloseable {
  private static final int CAPACITY = 1 << 20;
  private static final String NOTHING = "/dev/null";

  private final Path folder;
  private final String name;
  private final @Nullable Descriptor input;
  private final String standardInput;
  private final String standardOutput;
  private final @Nullable String stamps;
  private final @Nullable Descriptor output;
  private final Descriptor error;

  private Streams(
      Path folder,
      String name,
      @Nullable Descriptor input,
      @Nullable Descriptor output,
      Descriptor error,
      ProcessSpec spec) {
    this.folder = folder;
    this.name = name;
    this.input = input;
    this.output = output;
    this.error = error;
    this.standardInput = input == null ? plainInput(spec) : inside("-in");
    this.standardOutput =
        switch (spec.output()) {
          case StandardOutput.WithError _ -> inside("-err");
          case StandardOutput.Discarded _, StandardOutput.Stamped _ -> NOTHING;
          case StandardOutput.Conversation _, StandardOutput.Drained _, StandardOutput.Kept _ ->
              inside("-out");
        };
    this.stamps = spec.output() instanceof StandardOutput.Stamped ? inside("-out") : null;
  }

  /// Makes them and opens the runner's ends.
  ///
  /// @param folder on the host
  static Streams open(Path folder, String name, ProcessSpec spec, Users users) {
    try {
      // Its own input is held open in both directions: there may be no reader yet.
      Descriptor input =
          spec.output() instanceof StandardOutput.Conversation
              ? make(folder.resolve(name + "-in"), users, OpenFlag.READ_WRITE)
              : null;
      boolean apart =
          !(spec.output() instanceof StandardOutput.WithError
              || spec.output() instanceof StandardOutput.Discarded);
      Descriptor output = apart ? make(folder.resolve(name + "-out"), users) : null;
      Descriptor error = make(folder.resolve(name + "-err"), users);
      return new Streams(folder, name, input, output, error, spec);
    } catch (KernelException refused) {
      throw new AssayException(
          ErrorCode.SANDBOX_FAILED,
          "cannot make the standard streams of a process: " + refused.getMessage(),
          refused);
    }
  }

  private static Descriptor make(Path fifo, Users users, OpenFlag... direction)
      throws KernelException {
    Linux.makeFifo(fifo, 0660);
    Linux.changeOwner(fifo, users.program(), users.launcher());
    OpenFlag[] flags = java.util.Arrays.copyOf(direction, direction.length + 1);
    flags[direction.length] = OpenFlag.NON_BLOCKING;
    Descriptor end = Linux.open(fifo, 0, flags);
    if (direction.length == 0) {
      // Fewer wake-ups of this process while another is measured.
      end.pipeCapacity(CAPACITY);
    }
    return end;
  }

  /// Path in the container, as are the next three.
  String standardInput() {
    return standardInput;
  }

  String standardOutput() {
    return standardOutput;
  }

  String standardError() {
    return inside("-err");
  }

  /// Absent when it has no descriptor 3.
  @Nullable String stamps() {
    return stamps;
  }

  private static String plainInput(ProcessSpec spec) {
    String input = spec.input();
    return input == null ? NOTHING : input;
  }

  private String inside(String suffix) {
    return RootFilesystem.STREAMS + "/" + name + suffix;
  }

  /// Where its lines are written to; absent without a conversation.
  @Nullable Descriptor input() {
    return input;
  }

  /// Where its standard output comes from, or what it writes to descriptor 3; absent when neither
  /// comes apart.
  @Nullable Descriptor output() {
    return output;
  }

  Descriptor error() {
    return error;
  }

  @Override
  public void close() {
    if (input != null) {
      input.close();
    }
    if (output != null) {
      output.close();
    }
    error.close();
    try {
      for (String suffix : new String[] {"-in", "-out", "-err"}) {
        Files.deleteIfExists(folder.resolve(name + suffix));
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO,
          "cannot delete the streams %s in %s: %s".formatted(name, folder, e.getMessage()),
          e);
    }
  }
}
