package dev.assay.sandbox.host;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Programs that answer as a test says. A command without an answer succeeds and says nothing.
public final class FakePrograms implements HostPrograms {
  private final Set<String> installed = new HashSet<>();
  private final Map<String, Function<HostCommand, HostAnswer>> answers = new LinkedHashMap<>();
  private final List<String> executed = new ArrayList<>();

  public FakePrograms(String... installed) {
    this.installed.addAll(List.of(installed));
  }

  public void install(String... names) {
    installed.addAll(List.of(names));
  }

  /// Says how commands that start with a text are answered.
  public void answer(String start, Function<HostCommand, HostAnswer> how) {
    answers.put(start, how);
  }

  public void answer(String start, String output) {
    answer(start, command -> new HostAnswer(0, false, output, ""));
  }

  public List<String> executed() {
    return executed;
  }

  @Override
  public HostAnswer execute(HostCommand command) {
    executed.add(command.toText());
    return answers.entrySet().stream()
        .filter(known -> command.toText().startsWith(known.getKey()))
        .findFirst()
        .map(known -> known.getValue().apply(command))
        .orElse(new HostAnswer(0, false, "", ""));
  }

  @Override
  public Optional<Path> find(String program) {
    return installed.contains(program)
        ? Optional.of(Path.of("/usr/bin", program))
        : Optional.empty();
  }
}
