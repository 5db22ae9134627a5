package dev.assay.sandbox;

import dev.assay.core.run.Limit;
import dev.assay.core.unit.DataSize;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is executed in a container, and under which limits. Times are limited while it runs, by an
/// `Allowance`.
///
/// @param command program and arguments; a program without `/` is looked up in the PATH of
///   `environment`
/// @param environment the whole environment, nothing is inherited
/// @param workingDirectory absolute path in the container
/// @param memory limit of the whole tree
/// @param processes limit of processes and threads; more get EAGAIN
/// @param scratch size of the fresh `/tmp` and of the fresh `/dev/shm`, each
/// @param input path in the container that is opened as standard input; absent for an empty one,
///   and in a conversation
/// @param output where standard output goes
/// @param log where standard error is kept
/// @param storage a file system whose use is limited; absent when nothing on disk can be written
public record ProcessSpec(
    List<String> command,
    Map<String, String> environment,
    String workingDirectory,
    DataSize memory,
    int processes,
    DataSize scratch,
    @Nullable String input,
    StandardOutput output,
    Log log,
    @Nullable Storage storage) {
  public ProcessSpec {
    command = List.copyOf(command);
    environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
  }

  /// @param file on the host; written anew
  /// @param recordedAs how the run names it
  /// @param kept bytes that are kept; of more, the middle is left out and the cut is marked
  public record Log(Path file, String recordedAs, DataSize kept) {}

  /// @param folder on the host, in a file system that nobody else writes in meanwhile
  /// @param bytes the sum of the sizes of its files that ends the process when it is passed
  /// @param limit what the process is said to have passed
  public record Storage(Path folder, DataSize bytes, Limit limit) {}
}
