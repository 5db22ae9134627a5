package dev.assay.runner.encrypted;

import dev.assay.sandbox.Container;
import java.util.List;
import java.util.Map;

/// One container of an encrypted solution, and how a program is started in it.
///
/// @param command with DIR as its last argument
/// @param environment of the process
/// @param folder the program's own folder in the container
public record Half(
    Container container,
    Part part,
    List<String> command,
    Map<String, String> environment,
    String folder) {
  public Half {
    command = List.copyOf(command);
  }
}
