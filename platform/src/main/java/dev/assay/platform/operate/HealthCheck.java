package dev.assay.platform.operate;

/// Looks whether one part of the platform works. It may throw; that counts as not working.
public interface HealthCheck {
  /// What is found. Takes seconds at most.
  Finding look();

  /// @param name of the part, as in `database`
  /// @param isOk whether it works
  /// @param detail a sentence, or an amount with its unit
  record Finding(String name, boolean isOk, String detail) {}

  /// The name under which a failure is shown.
  String name();

  /// A check by name.
  ///
  /// @param sentence what is found; throws when the part does not work
  static HealthCheck of(String name, java.util.function.Supplier<String> sentence) {
    return new HealthCheck() {
      @Override
      public Finding look() {
        return new Finding(name, true, sentence.get());
      }

      @Override
      public String name() {
        return name;
      }
    };
  }
}
