package dev.assay.platform.page.run;

import dev.assay.core.run.Run;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Texts;
import dev.assay.platform.report.Coordinates;
import dev.assay.platform.report.Fact;
import dev.assay.platform.run.RunReading;
import dev.assay.platform.run.RunView;
import java.util.List;

/// What the times of a run belong to, with links to where more of it is.
record LinkedCoordinates(
    List<Fact> code,
    List<Fact> machine,
    List<Fact> machineFacts,
    List<Coordinates.Warning> warnings,
    List<Fact> otherFindings,
    List<Fact> environment,
    List<Fact> judgedBy) {

  static LinkedCoordinates of(Texts texts, RunReading reading) {
    Run run = reading.run();
    var plain = new Coordinates(run);
    RunView view = reading.view();
    String benchmark =
        Addresses.with(
            Addresses.benchmark(view.code().benchmark()), "version", view.code().version());
    String classOf = Addresses.with(benchmark, "class", view.machine().machineClass());
    String submission = Addresses.submission(view.code().submission());
    return new LinkedCoordinates(
        new Fact.Facts()
            .add(
                Fact.of(texts.of("run.fact.implementation"), view.code().implementationName())
                    .at(Addresses.implementation(view.code().implementation())))
            .addAll(
                plain.code().stream()
                    .map(fact ->
                        switch (fact.name()) {
                          case "repository" -> fact.at(repository(view.code().repository()));
                          case "commit" -> fact.at(submission);
                          default -> fact;
                        })
                    .toList())
            .list(),
        new Fact.Facts()
            .add(
                Fact.of(texts.of("run.fact.runner"), reading.runnerName())
                    .at(Addresses.runner(view.machine().runner())))
            .addAll(
                plain.machine().stream()
                    .map(fact ->
                        fact.name().equals("class")
                            ? new Fact(
                                fact.name(),
                                Words.machineClass(view.machine().machineClass()),
                                fact.value(),
                                false,
                                classOf)
                            : fact)
                    .toList())
            .list(),
        plain.machineFacts(),
        plain.warnings(),
        plain.otherFindings(),
        plain.environment(),
        linked(plain.judgedBy(), "bundle", benchmark));
  }

  private static List<Fact> linked(List<Fact> facts, String name, String address) {
    return facts.stream().map(fact -> fact.name().equals(name) ? fact.at(address) : fact).toList();
  }

  /// Only what browsers open without running it, and what shows where it leads.
  private static String repository(String address) {
    return address.startsWith("https://") && SafeText.isPlain(address) ? address : "";
  }
}
