package dev.assay.platform.submission;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.settings.PlatformSettings.Quotas;
import org.jdbi.v3.core.Handle;

/// Bounds what one author asks for. It counts states of jobs, so what ended by a fault of the
/// platform, or was cancelled, uses nothing up.
final class JobQuotas {
  private final Quotas usual;
  private final QuotaRepository quotas = new QuotaRepository();

  JobQuotas(Quotas usual) {
    this.usual = usual;
  }

  /// Holds room for one more job until the transaction ends.
  ///
  /// @throws AssayException `QUOTA_EXCEEDED` with the numbers
  void requireRoom(Handle handle, long account) {
    var own = quotas.lockOverrides(handle, account);
    int waiting = own.waiting() < 0 ? usual.waiting() : own.waiting();
    int daily = own.daily() < 0 ? usual.daily() : own.daily();
    var used = quotas.used(handle, account);
    if (used.waiting() >= waiting) {
      throw exceeded(
          "%d of your jobs are queued or running, and %d may be at once; wait for one to end or cancel one"
              .formatted(used.waiting(), waiting));
    }
    if (used.daily() >= daily) {
      throw exceeded(
          "%d of your jobs of the last 24 hours count, and %d may; those that a fault of the platform ended or that were cancelled do not count. Come back later, or ask the operator"
              .formatted(used.daily(), daily));
    }
  }

  private static AssayException exceeded(String reason) {
    return new AssayException(ErrorCode.QUOTA_EXCEEDED, "Not submitted: " + reason + ".");
  }
}
