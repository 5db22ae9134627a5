package dev.assay.sandbox.runc;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The default list of system calls for containers, as podman and its kin install it
/// (containers-seccomp.json(5)), turned into the form of the OCI runtime specification.
///
/// There an entry holds for certain architectures and capabilities; here these are settled.
final class SeccompList {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Map<String, Architecture> ARCHITECTURES =
      Map.of(
          "amd64", new Architecture("amd64", "SCMP_ARCH_X86_64"),
          "aarch64", new Architecture("arm64", "SCMP_ARCH_AARCH64"));

  /// One machine's names.
  ///
  /// @param listed in the list's conditions
  /// @param native_ in its map of architectures
  private record Architecture(String listed, String native_) {}

  private final JsonNode list;
  private final Architecture architecture;

  private SeccompList(JsonNode list, Architecture architecture) {
    this.list = list;
    this.architecture = architecture;
  }

  /// Reads the list.
  ///
  /// @param machine as `os.arch` names it
  /// @throws AssayException `PROGRAM_MISSING` when the file is absent, `MACHINE_UNFIT` when it is
  ///   malformed or the machine is neither x86_64 nor aarch64
  static SeccompList read(Path file, String machine) {
    Architecture architecture = ARCHITECTURES.get(machine);
    if (architecture == null) {
      throw new AssayException(
          ErrorCode.MACHINE_UNFIT,
          "the sandbox knows x86_64 and aarch64; this machine is '%s'".formatted(machine));
    }
    if (!Files.exists(file)) {
      throw new AssayException(
          ErrorCode.PROGRAM_MISSING,
          "the default list of system calls for containers is not there: %s. Install it: apt-get install golang-github-containers-common (or containers-common)"
              .formatted(file));
    }
    try {
      return new SeccompList(MAPPER.readTree(Files.readString(file)), architecture);
    } catch (IOException | JacksonException e) {
      throw new AssayException(
          ErrorCode.MACHINE_UNFIT, "cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /// `linux.seccomp` of an OCI bundle.
  ///
  /// @param capabilities of the container's first process, as in `CAP_KILL`
  ObjectNode toOci(Set<String> capabilities) {
    ObjectNode oci = MAPPER.createObjectNode();
    oci.set("defaultAction", list.path("defaultAction"));
    if (list.has("defaultErrnoRet")) {
      oci.set("defaultErrnoRet", list.path("defaultErrnoRet"));
    }
    oci.set("architectures", architectures());
    ArrayNode calls = oci.putArray("syscalls");
    for (JsonNode entry : list.path("syscalls")) {
      if (holds(entry, capabilities)) {
        calls.add(toOci(entry));
      }
    }
    return oci;
  }

  private ArrayNode architectures() {
    ArrayNode names = MAPPER.createArrayNode().add(architecture.native_());
    for (JsonNode mapped : list.path("archMap")) {
      if (mapped.path("architecture").asString("").equals(architecture.native_())) {
        mapped.path("subArchitectures").forEach(names::add);
      }
    }
    return names;
  }

  private boolean holds(JsonNode entry, Set<String> capabilities) {
    JsonNode includes = entry.path("includes");
    JsonNode excludes = entry.path("excludes");
    List<String> architectures = texts(includes.path("arches"));
    return (architectures.isEmpty() || architectures.contains(architecture.listed()))
        && !texts(excludes.path("arches")).contains(architecture.listed())
        && capabilities.containsAll(texts(includes.path("caps")))
        && texts(excludes.path("caps")).stream().noneMatch(capabilities::contains);
  }

  private static List<String> texts(JsonNode array) {
    return array.valueStream().map(node -> node.asString("")).toList();
  }

  private static ObjectNode toOci(JsonNode entry) {
    ObjectNode call = MAPPER.createObjectNode();
    call.set("names", entry.path("names"));
    call.set("action", entry.path("action"));
    if (entry.path("errnoRet").isNumber()) {
      call.set("errnoRet", entry.path("errnoRet"));
    }
    if (entry.path("args").isArray() && !entry.path("args").isEmpty()) {
      call.set("args", entry.path("args"));
    }
    return call;
  }
}
