package dev.assay.runner.check;

/// One thing that was checked.
///
/// @param what the check, as a short noun phrase
/// @param passed whether it holds
/// @param detail the numbers, or what is wrong and what to do
public record Finding(String what, boolean passed, String detail) {
  static Finding pass(String what, String detail) {
    return new Finding(what, true, detail);
  }

  static Finding fail(String what, String detail) {
    return new Finding(what, false, detail);
  }
}
