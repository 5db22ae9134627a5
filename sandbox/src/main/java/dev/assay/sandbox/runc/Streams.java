package dev.assay.sandbox.runc;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
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

  private final Path folder;
  private final String name;
  private final @Nullable Descriptor input;
  private final @Nullable Descriptor output;
  private final Descriptor error;

  private Streams(
      Path folder,
      String name,
      @Nullable Descriptor input,
      @Nullable Descriptor output,
      Descriptor error) {
    this.folder = folder;
    this.name = name;
    this.input = input;
    this.output = output;
    this.error = error;
  }

  /// Makes them and opens the runner's ends.
  ///
  /// @param folder on the host
  /// @param conversation whether there is an input and an output apart from standard error
  static Streams open(Path folder, String name, boolean conversation, Users users) {
    try {
      // Its own input is held open in both directions: there may be no reader yet.
      Descriptor input =
          conversation ? make(folder.resolve(name + "-in"), users, OpenFlag.READ_WRITE) : null;
      Descriptor output = conversation ? make(folder.resolve(name + "-out"), users) : null;
      Descriptor error = make(folder.resolve(name + "-err"), users);
      return new Streams(folder, name, input, output, error);
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

  /// Path in the container, as are the next two.
  String standardInput() {
    return input == null ? "/dev/null" : inside("-in");
  }

  String standardOutput() {
    return output == null ? inside("-err") : inside("-out");
  }

  String standardError() {
    return inside("-err");
  }

  private String inside(String suffix) {
    return RootFilesystem.STREAMS + "/" + name + suffix;
  }

  /// Where its lines are written to; absent without a conversation.
  @Nullable Descriptor input() {
    return input;
  }

  /// Where its lines come from; absent without a conversation.
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
