package dev.assay.core.bundle;

import java.util.regex.Pattern;

/// A semantic version without build metadata, as in `1.0.0` or `2.1.0-rc.1` (semver.org, 2.0.0).
///
/// @param preRelease empty for a release
public record Version(long major, long minor, long patch, String preRelease)
    implements Comparable<Version> {
  /// A number without leading zeros, or letters, digits and hyphens that are not all digits.
  private static final String IDENTIFIER = "(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)";

  private static final Pattern FORM =
      Pattern.compile(
          "(0|[1-9]\\d{0,8})\\.(0|[1-9]\\d{0,8})\\.(0|[1-9]\\d{0,8})(?:-(%1$s(?:\\.%1$s)*))?"
              .formatted(IDENTIFIER));

  /// Reads a version.
  ///
  /// @throws IllegalArgumentException with a sentence that says what is wrong
  public static Version parse(String text) {
    var matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'%s' is no semantic version; write one as 1.0.0".formatted(text));
    }
    String preRelease = matcher.group(4);
    return new Version(
        Long.parseLong(matcher.group(1)),
        Long.parseLong(matcher.group(2)),
        Long.parseLong(matcher.group(3)),
        preRelease == null ? "" : preRelease);
  }

  @Override
  public int compareTo(Version other) {
    int order = Long.compare(major, other.major);
    order = order != 0 ? order : Long.compare(minor, other.minor);
    order = order != 0 ? order : Long.compare(patch, other.patch);
    return order != 0 ? order : comparePreRelease(preRelease, other.preRelease);
  }

  private static int comparePreRelease(String left, String right) {
    if (left.isEmpty() || right.isEmpty()) {
      return Boolean.compare(left.isEmpty(), right.isEmpty());
    }
    String[] lefts = left.split("\\.", -1);
    String[] rights = right.split("\\.", -1);
    for (int i = 0; i < Math.min(lefts.length, rights.length); i++) {
      int order = compareIdentifier(lefts[i], rights[i]);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(lefts.length, rights.length);
  }

  private static int compareIdentifier(String left, String right) {
    boolean leftNumeric = left.chars().allMatch(Character::isDigit);
    boolean rightNumeric = right.chars().allMatch(Character::isDigit);
    if (leftNumeric && rightNumeric) {
      return new java.math.BigInteger(left).compareTo(new java.math.BigInteger(right));
    }
    return leftNumeric != rightNumeric ? (leftNumeric ? -1 : 1) : left.compareTo(right);
  }

  @Override
  public String toString() {
    String release = major + "." + minor + "." + patch;
    return preRelease.isEmpty() ? release : release + "-" + preRelease;
  }
}
