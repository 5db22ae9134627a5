package dev.assay.platform.operate;

import dev.assay.platform.operate.HealthCheck.Finding;
import java.util.List;

/// Whether the platform works, part by part.
///
/// @param status `ok`, or `failing` when a part does not work
/// @param version of Assay
public record Health(String status, String version, List<Finding> checks) {
  public Health {
    checks = List.copyOf(checks);
  }

  /// Looks at every part.
  public static Health look(List<HealthCheck> checks, String version) {
    List<Finding> findings = checks.stream().map(Health::look).toList();
    boolean isOk = findings.stream().allMatch(Finding::isOk);
    return new Health(isOk ? "ok" : "failing", version, findings);
  }

  private static Finding look(HealthCheck check) {
    try {
      return check.look();
    } catch (RuntimeException e) {
      return new Finding(check.name(), false, String.valueOf(e.getMessage()));
    }
  }

  public boolean isWorking() {
    return status.equals("ok");
  }
}
