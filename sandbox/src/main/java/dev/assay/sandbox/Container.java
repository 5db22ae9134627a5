package dev.assay.sandbox;

/// A started container. Used by one thread at a time.
public interface Container extends AutoCloseable {
  /// Executes a command in a fresh control group, ipc namespace, `/tmp` and `/dev/shm`. One process
  /// tree at a time: the one before must have been finished or stopped.
  ///
  /// A command that does not exist is no exception: the process has ended as `NotStarted`.
  MeasuredProcess execute(ProcessSpec spec);

  /// Kills what is left and takes away the container, its mounts and its control groups. Does
  /// nothing the second time.
  @Override
  void close();
}
