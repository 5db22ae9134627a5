package dev.assay.sandbox.runc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An order to the launcher to execute a command; launcher.c describes each entry.
///
/// @param user id that the program gets, not root's
/// @param scratchBytes size of `/tmp` and of `/dev/shm`, each
/// @param plain whether no file may be given the set-user-id or set-group-id bit
/// @param kept paths in `/tmp` or `/dev/shm` that something of the container is mounted at
/// @param control path of the control group below the root of each hierarchy
/// @param standardInput path in the container, as are the next three
/// @param stamps opened as descriptor 3; absent when there is none
record Order(
    int user,
    int group,
    long scratchBytes,
    int files,
    boolean network,
    boolean plain,
    String standardInput,
    String standardOutput,
    String standardError,
    @Nullable String stamps,
    List<String> kept,
    String control,
    String folder,
    List<String> command,
    Map<String, String> environment) {
  /// The order as the launcher reads it.
  ///
  /// @throws IllegalArgumentException when a text holds a zero byte, which no program can be given
  byte[] encode() {
    var entries = new ByteArrayOutputStream();
    add(entries, "user", Integer.toString(user));
    add(entries, "group", Integer.toString(group));
    add(entries, "scratch", Long.toString(scratchBytes));
    add(entries, "files", Integer.toString(files));
    add(entries, "network", network ? "1" : "0");
    add(entries, "plain", plain ? "1" : "0");
    add(entries, "stdin", standardInput);
    add(entries, "stdout", standardOutput);
    add(entries, "stderr", standardError);
    if (stamps != null) {
      add(entries, "stamps", stamps);
    }
    kept.forEach(path -> add(entries, "keep", path));
    add(entries, "control", control);
    add(entries, "folder", folder);
    command.forEach(argument -> add(entries, "argument", argument));
    environment.forEach((name, value) -> add(entries, "environment", name + "=" + value));
    return entries.toByteArray();
  }

  private static void add(ByteArrayOutputStream entries, String key, String value) {
    if (value.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("zero byte in %s: '%s'".formatted(key, value));
    }
    entries.writeBytes((key + "=" + value).getBytes(UTF_8));
    entries.write(0);
  }
}
