package dev.assay.runner.exec;

/// A folder of the host as commands see it, at the same path.
///
/// @param path absolute
public record ExecFolder(String path, Mode mode) {
  /// What commands find there.
  public enum Mode {
    /// What is there, to be read.
    READ_ONLY("ro"),
    /// What is there, with the rights of the folder's owner; what they write stays.
    WRITABLE("rw"),
    /// An empty folder that they can write in, a fresh one for each repetition, on a disk of its
    /// own.
    FRESH("tmp"),
    /// An empty folder.
    HIDDEN("hidden");

    private final String text;

    Mode(String text) {
      this.text = text;
    }

    /// As people write it.
    public String text() {
      return text;
    }
  }
}
