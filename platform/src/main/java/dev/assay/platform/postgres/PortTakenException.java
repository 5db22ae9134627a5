package dev.assay.platform.postgres;

/// Somebody took the port between our looking and PostgreSQL's.
final class PortTakenException extends RuntimeException {
  PortTakenException(int port) {
    super("port %d is taken".formatted(port));
  }
}
