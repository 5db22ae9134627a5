package dev.assay.platform.http;

import dev.assay.platform.access.Caller;
import dev.assay.platform.access.RunnerIdentity;

/// Tells who makes a request.
public interface Authenticator {
  /// By `Authorization: Bearer`, else by the session's cookie; a request that changes something and
  /// shows a cookie must bring the CSRF token too.
  ///
  /// @throws dev.assay.core.error.AssayException `NOT_AUTHENTICATED` when a token or cookie is
  ///   shown that is not good (any more)
  Caller authenticate(Exchange exchange);

  /// By `Authorization: Bearer` with a runner's key.
  ///
  /// @throws dev.assay.core.error.AssayException `NOT_AUTHENTICATED`
  RunnerIdentity authenticateRunner(Exchange exchange);
}
