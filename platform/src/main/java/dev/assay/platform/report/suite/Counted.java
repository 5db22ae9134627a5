package dev.assay.platform.report.suite;

/// Numbers of things.
final class Counted {
  private Counted() {}

  /// As in `1 program` or `1 000 programs`.
  static String of(long number, String what) {
    return "%s %s%s".formatted(Columns.grouped(number), what, number == 1 ? "" : "s");
  }
}
