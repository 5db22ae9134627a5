package dev.assay.platform.page.host;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.platform.access.Caller;
import dev.assay.platform.bundle.CheckFinding;
import dev.assay.platform.http.Page;
import dev.assay.platform.page.host.HostRepository.Line;
import dev.assay.platform.page.host.HostRepository.SetLine;
import dev.assay.platform.page.host.HostRepository.Suspect;
import dev.assay.platform.page.host.HostRepository.Version;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;

/// Benchmarks as their hosts see them. Operators may do with any what its host may.
final class OwnBenchmarks {
  private final Jdbi jdbi;

  OwnBenchmarks(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  Page<Line> page(Caller caller, long below, int limit) {
    return Page.of(
        jdbi.withHandle(handle -> HostRepository.own(handle, caller, below, limit + 1)),
        limit,
        Line::key,
        line -> line);
  }

  /// @throws AssayException `NOT_FOUND`, also for what the caller may not see; `NOT_ALLOWED` unless
  ///   the caller is its host or an operator
  Line require(Caller caller, String name) {
    Line line =
        jdbi.withHandle(handle -> HostRepository.find(handle, caller, name))
            .orElseThrow(() ->
                new AssayException(
                    ErrorCode.NOT_FOUND,
                    "There is no benchmark %s here.".formatted(SafeText.shown(name))));
    if (!line.isOwn() && !caller.seesAll()) {
      throw new AssayException(
          ErrorCode.NOT_ALLOWED,
          "The benchmark %s is settled by its host or an operator.".formatted(name));
    }
    return line;
  }

  List<Version> versions(Line line, int limit) {
    return jdbi.withHandle(handle -> HostRepository.versions(handle, line.key(), limit));
  }

  List<String> versionNames(Line line) {
    return jdbi.withHandle(handle -> HostRepository.versionNames(handle, line.key()));
  }

  Optional<List<CheckFinding>> findFindings(Line line, String version) {
    return jdbi.withHandle(handle -> HostRepository.findFindings(handle, line.key(), version));
  }

  Page<Suspect> suspects(Line line, long below, int limit) {
    return Page.of(
        jdbi.withHandle(handle -> HostRepository.suspects(handle, line.key(), below, limit + 1)),
        limit,
        Suspect::key,
        suspect -> suspect);
  }

  Page<SetLine> sets(Line line, long below, int limit) {
    return Page.of(
        jdbi.withHandle(handle -> HostRepository.sets(handle, line.key(), below, limit + 1)),
        limit,
        SetLine::key,
        set -> set);
  }

  /// @throws AssayException `NOT_FOUND`
  SetLine requireSet(Line line, String id) {
    return jdbi.withHandle(handle -> HostRepository.findSet(handle, line.key(), id))
        .orElseThrow(() ->
            new AssayException(
                ErrorCode.NOT_FOUND,
                "There is no rejudging '%s' of %s.".formatted(SafeText.shown(id), line.name())));
  }
}
