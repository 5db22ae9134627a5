package dev.assay.sandbox.host;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// A program of the host with its arguments.
///
/// @param command program and arguments; a program without `/` is looked up in PATH and in the
///   folders of system programs
/// @param environment added to the one of this process
/// @param timeout after it, the program is ended
/// @param lines hears every line of output and errors as it comes, in a thread of its own
public record HostCommand(
    List<String> command,
    Map<String, String> environment,
    Duration timeout,
    Consumer<String> lines) {
  private static final Duration USUAL = Duration.ofSeconds(60);

  public HostCommand {
    command = List.copyOf(command);
    environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    if (command.isEmpty()) {
      throw new IllegalArgumentException("no program");
    }
  }

  /// A command that takes at most a minute.
  public static HostCommand of(String... command) {
    return new HostCommand(List.of(command), Map.of(), USUAL, line -> {});
  }

  public static HostCommand of(List<String> command) {
    return new HostCommand(command, Map.of(), USUAL, line -> {});
  }

  public HostCommand within(Duration time) {
    return new HostCommand(command, environment, time, lines);
  }

  public HostCommand with(String name, String value) {
    var more = new LinkedHashMap<>(environment);
    more.put(name, value);
    return new HostCommand(command, more, timeout, lines);
  }

  public HostCommand tell(Consumer<String> listener) {
    return new HostCommand(command, environment, timeout, listener);
  }

  public String program() {
    return command.getFirst();
  }

  /// The command as a person would type it.
  public String toText() {
    return String.join(" ", command);
  }
}
