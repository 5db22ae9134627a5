package dev.assay.platform.page.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Places labels beside their marks so that they cover neither each other nor a mark. In pixels;
/// greedy, in the order in which labels are asked for, so that the first ones are sure of theirs.
///
/// What does not overlap in a narrow drawing does not in a wider one, as long as marks only move
/// apart and labels keep their side and their width.
final class LabelPlacing {
  private static final double HEIGHT = 15;
  private static final double GAP = 8;
  private static final double MARK = 5;

  private final double width;
  private final double height;
  private final List<Box> taken = new ArrayList<>();

  /// @param width of the drawing
  /// @param height of the drawing
  LabelPlacing(double width, double height) {
    this.width = width;
    this.height = height;
  }

  /// Where a label stands: at which side of its mark, and how far below it its middle is.
  ///
  /// @param isRight whether it begins right of the mark; else it ends left of it
  /// @param below in pixels
  record Place(boolean isRight, int below) {}

  private record Box(double left, double right, double top, double bottom) {
    boolean overlaps(Box other) {
      return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
  }

  /// Keeps labels away from a mark.
  void avoid(double x, double y) {
    taken.add(new Box(x - MARK, x + MARK, y - MARK, y + MARK));
  }

  /// Keeps other labels away from one that is placed already.
  void avoid(double x, double y, double textWidth, Place place) {
    taken.add(box(x, y, textWidth, place));
  }

  /// Empty when there is no room.
  ///
  /// @param x of the mark
  /// @param y of the mark, downwards
  /// @param textWidth of the label
  /// @param places where it may stand, the best first
  Optional<Place> place(double x, double y, double textWidth, List<Place> places) {
    for (Place place : places) {
      Box box = box(x, y, textWidth, place);
      if (isInside(box) && taken.stream().noneMatch(box::overlaps)) {
        taken.add(box);
        return Optional.of(place);
      }
    }
    return Optional.empty();
  }

  private boolean isInside(Box box) {
    return box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height;
  }

  private static Box box(double x, double y, double textWidth, Place place) {
    double left = place.isRight() ? x + GAP : x - GAP - textWidth;
    double middle = y + place.below();
    return new Box(left, left + textWidth, middle - HEIGHT / 2, middle + HEIGHT / 2);
  }
}
