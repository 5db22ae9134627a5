package dev.assay.platform.http;

/// Shows people what went wrong.
@FunctionalInterface
public interface FailurePage {
  /// Where there are no pages.
  FailurePage NONE = (problem, exchange) -> false;

  /// @return whether it has answered; if not, the problem document is the answer
  boolean answer(Problem problem, Exchange exchange);
}
