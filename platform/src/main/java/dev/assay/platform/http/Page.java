package dev.assay.platform.http;

import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// A page of a list, newest first.
///
/// @param next what to send as `cursor` for the page after this; absent on the last
public record Page<T>(List<T> items, @Nullable String next) {
  public Page {
    items = List.copyOf(items);
  }

  /// @param found up to `limit` + 1 rows
  /// @param key of a row, which the next page begins below
  public static <R, T> Page<T> of(
      List<R> found, int limit, ToLongFunction<R> key, java.util.function.Function<R, T> view) {
    boolean more = found.size() > limit;
    List<R> shown = more ? found.subList(0, limit) : found;
    return new Page<>(
        shown.stream().map(view).toList(),
        more ? Cursor.of(key.applyAsLong(shown.getLast())) : null);
  }
}
