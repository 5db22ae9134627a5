package dev.assay.runner.exec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where commands are executed.
///
/// @param image reference of the image that is their root; absent for the host's own root
/// @param folders of the host that they see otherwise than the root has them
/// @param workingDirectory absolute path inside
/// @param environment on top of PATH, HOME and LANG; nothing is inherited from the caller
/// @param network whether they share the host's network; without, there is none, loopback included
public record ExecPlace(
    @Nullable String image,
    List<ExecFolder> folders,
    String workingDirectory,
    Map<String, String> environment,
    boolean network) {
  public ExecPlace {
    folders = List.copyOf(folders);
    environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
  }

  /// The host's own root, from `/`.
  public static ExecPlace host() {
    return new ExecPlace(null, List.of(), "/", Map.of(), false);
  }

  /// An image, from `/`.
  public static ExecPlace image(String reference) {
    return new ExecPlace(reference, List.of(), "/", Map.of(), false);
  }

  public ExecPlace withFolders(ExecFolder... more) {
    return new ExecPlace(image, List.of(more), workingDirectory, environment, network);
  }

  public ExecPlace withNetwork() {
    return new ExecPlace(image, folders, workingDirectory, environment, true);
  }
}
