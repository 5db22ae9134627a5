package dev.assay.platform.page.chart;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Which stretch of a list is shown, and the links to those before and after it.
///
/// @param first place of the first that is shown, from 1; 0 when there is none
/// @param last place of the last
/// @param all how many there are
/// @param before address; absent at the beginning
/// @param after address; absent at the end
record Pager(int first, int last, int all, @Nullable String before, @Nullable String after) {
  /// @param from place of the first, from 0
  /// @param address of the stretch that begins at a place, from 0
  static Pager of(int from, int perPage, int all, IntFunction<String> address) {
    return new Pager(
        all == 0 ? 0 : from + 1,
        Math.min(all, from + perPage),
        all,
        from == 0 ? null : address.apply(Math.max(0, from - perPage)),
        from + perPage >= all ? null : address.apply(from + perPage));
  }

  boolean isWhole() {
    return before == null && after == null;
  }
}
