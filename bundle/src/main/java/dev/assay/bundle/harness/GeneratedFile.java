package dev.assay.bundle.harness;

/// A text file to be written into a solution's folder.
///
/// @param path below the folder, with `/` between its parts
/// @param executable whether it is a program
public record GeneratedFile(String path, String content, boolean executable) {
  public GeneratedFile {
    if (path.isEmpty() || path.startsWith("/") || ("/" + path + "/").contains("/../")) {
      throw new IllegalArgumentException("'%s' is no path below a folder".formatted(path));
    }
  }

  /// A file that is no program.
  static GeneratedFile text(String path, String content) {
    return new GeneratedFile(path, content, false);
  }
}
