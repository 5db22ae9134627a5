package dev.assay.platform.testkit;

import dev.assay.core.run.RunState;
import dev.assay.core.solution.Requires;
import dev.assay.core.unit.DataSize;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A submission, its job, and what came of it.
///
/// @param ending absent for a job that waits
/// @param made absent when nothing was measured
record Told(
    String name,
    String author,
    int commit,
    @Nullable String language,
    String image,
    String runner,
    @Nullable String seeds,
    String repository,
    boolean isPrivate,
    Requires requires,
    @Nullable RunState ending,
    @Nullable MadeUp made) {
  static Told of(String name, String author) {
    return new Told(
        name,
        author,
        1,
        "cpp",
        PageStory.IMAGE,
        "epyc-1",
        null,
        "https://example.org/%s/%s.git".formatted(author, name.split("[^a-z0-9-]", 2)[0]),
        false,
        new Requires("any", 1, DataSize.ofGibibytes(1), 0, List.of()),
        RunState.FINISHED,
        null);
  }

  Told commit(int number) {
    return new Told(
        name,
        author,
        number,
        language,
        image,
        runner,
        seeds,
        repository,
        isPrivate,
        requires,
        ending,
        made);
  }

  Told language(@Nullable String other) {
    return new Told(
        name,
        author,
        commit,
        other,
        image,
        runner,
        seeds,
        repository,
        isPrivate,
        requires,
        ending,
        made);
  }

  Told image(String digest) {
    return new Told(
        name,
        author,
        commit,
        language,
        digest,
        runner,
        seeds,
        repository,
        isPrivate,
        requires,
        ending,
        made);
  }

  Told at(String other) {
    return new Told(
        name,
        author,
        commit,
        language,
        image,
        other,
        seeds,
        repository,
        isPrivate,
        requires,
        ending,
        made);
  }

  Told seeds(String some) {
    return new Told(
        name,
        author,
        commit,
        language,
        image,
        runner,
        some,
        repository,
        isPrivate,
        requires,
        ending,
        made);
  }

  Told repository(String url) {
    return new Told(
        name, author, commit, language, image, runner, seeds, url, isPrivate, requires, ending,
        made);
  }

  Told isPrivate(boolean value) {
    return new Told(
        name,
        author,
        commit,
        language,
        image,
        runner,
        seeds,
        repository,
        value,
        requires,
        ending,
        made);
  }

  Told requires(Requires other) {
    return new Told(
        name,
        author,
        commit,
        language,
        image,
        runner,
        seeds,
        repository,
        isPrivate,
        other,
        ending,
        made);
  }

  Told ending(@Nullable RunState state) {
    return new Told(
        name,
        author,
        commit,
        language,
        image,
        runner,
        seeds,
        repository,
        isPrivate,
        requires,
        state,
        made);
  }

  Told by(MadeUp other) {
    return new Told(
        name,
        author,
        commit,
        language,
        image,
        runner,
        seeds,
        repository,
        isPrivate,
        requires,
        ending,
        other);
  }

  String idIn(StoryTables.Published version) {
    return "%s %s %d %s"
        .formatted(version.spec().id(), name, commit, runner.startsWith("epyc") ? "" : runner);
  }
}
