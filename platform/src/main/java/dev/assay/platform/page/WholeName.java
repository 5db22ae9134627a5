package dev.assay.platform.page;

/// Names in tables: short ones stay in one piece however narrow the table is, long ones may be
/// broken anywhere.
public final class WholeName {
  private static final int MOST_CHARACTERS = 24;

  private WholeName() {}

  /// The class of its cell, as in `by whole`.
  ///
  /// @param style the class of all such cells
  public static String style(String style, String name) {
    return name.codePointCount(0, name.length()) <= MOST_CHARACTERS ? style + " whole" : style;
  }
}
