package dev.assay.platform.queue;

import dev.assay.core.protocol.Lease;

/// Adds to a claim what the queue does not know: where source and bundle come from, recipes of
/// images, what is to be judged again.
public interface LeaseContents {
  /// @throws dev.assay.core.error.AssayException when something of it is gone; the job then is
  ///   given back as a fault of the platform
  Lease complete(ClaimedJob claimed);
}
