package dev.assay.testkit;

/// Text as an unfriendly program would choose it.
public final class Hostile {
  /// A script, both quotes, a right-to-left override, a NUL, an escape sequence, a surrogate
  /// without a partner, and a line of 200 letters without a place to break.
  public static final String TEXT =
      "<script>alert(1)</script>\"'&amp;--></style>\u202Egnp.exe\u2066\u0000\u001B[31mred\u001B[0m\uD800 "
          + "w".repeat(200);

  private Hostile() {}
}
