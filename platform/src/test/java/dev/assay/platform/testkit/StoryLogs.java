package dev.assay.platform.testkit;

import dev.assay.testkit.Hostile;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Logs of the story.
final class StoryLogs {
  static final String BUILD =
      """
      make: Entering directory '/solution'
      \u001B[1mg++\u001B[0m -O3 -march=native -std=c++20 -o build/solution ntt.cpp harness.cpp
      ntt.cpp:41:17: \u001B[35;1mwarning:\u001B[0m comparison of integer expressions of different signedness
         41 |   for (int i = 0; \u001B[35mi < n\u001B[0m; ++i) {
            |                   \u001B[35;1m~~^~~\u001B[0m
      make: Leaving directory '/solution'
      """;

  static final String COLOURED =
      "\u001B[32mready\u001B[0m after 31 ms\n\u001B[1;31merror:\u001B[0m none, really\n"
          + "\u001B[38;5;208morange\u001B[0m and \u001B[48;2;0;64;128mblue\u001B[0m\n"
          + "\u001B]0;a title\u0007\u001B[2J"
          + Hostile.TEXT.replace("\uD800", "")
          + "\n";

  /// Some 400 KiB.
  static final String LONG =
      IntStream.range(0, 6_000)
          .mapToObj(
              "line %05d: twiddle factors of this stage are w^k, where k is bit-reversed\n"
                  ::formatted)
          .collect(Collectors.joining());

  private StoryLogs() {}
}
