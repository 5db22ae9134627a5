package dev.assay.sandbox.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;

/// An image of one layer as a folder (OCI image-layout 1.0.0). The same layer and configuration
/// give the same digest: no clock and no name enters it.
final class OciLayout {
  private static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";

  private final Path folder;
  private final Path blobs;

  OciLayout(Path folder) {
    this.folder = folder;
    blobs = folder.resolve("blobs/sha256");
  }

  /// What the image says of itself.
  ///
  /// @param architecture as Go names it: `amd64`, `arm64`
  /// @param created a fixed time, as in `2023-06-10T00:00:00Z`
  record Configuration(
      String architecture,
      String created,
      SortedMap<String, String> environment,
      SortedMap<String, String> labels) {}

  /// Writes the folder.
  ///
  /// @param layer an uncompressed tar archive, which is moved into it
  /// @return digest of the manifest, `sha256:…`
  String write(Path layer, Configuration configuration) throws IOException {
    Files.createDirectories(blobs);
    String layerHash = Sha256.ofFile(layer);
    long layerSize = Files.size(layer);
    Files.move(layer, blobs.resolve(layerHash));
    Blob config = blob(configuration(configuration, layerHash));
    Blob manifest = blob(manifest(config, layerHash, layerSize));
    Files.writeString(folder.resolve("oci-layout"), "{\"imageLayoutVersion\":\"1.0.0\"}");
    Files.writeString(
        folder.resolve("index.json"),
        "{\"schemaVersion\":2,\"manifests\":[{\"mediaType\":\"%s\",\"digest\":\"sha256:%s\",\"size\":%d}]}"
            .formatted(MANIFEST, manifest.hash(), manifest.size()));
    return "sha256:" + manifest.hash();
  }

  private record Blob(String hash, long size) {}

  private Blob blob(String text) throws IOException {
    String hash = Sha256.ofText(text);
    Path file = blobs.resolve(hash);
    Files.writeString(file, text);
    return new Blob(hash, Files.size(file));
  }

  private static String manifest(Blob config, String layerHash, long layerSize) {
    return """
    {"schemaVersion":2,"mediaType":"%s",\
    "config":{"mediaType":"application/vnd.oci.image.config.v1+json","digest":"sha256:%s","size":%d},\
    "layers":[{"mediaType":"application/vnd.oci.image.layer.v1.tar","digest":"sha256:%s","size":%d}]}\
    """
        .formatted(MANIFEST, config.hash(), config.size(), layerHash, layerSize);
  }

  private static String configuration(Configuration configuration, String layerHash) {
    String environment =
        configuration.environment().entrySet().stream()
            .map(variable -> quote(variable.getKey() + "=" + variable.getValue()))
            .collect(Collectors.joining(","));
    String labels =
        configuration.labels().entrySet().stream()
            .map(label -> quote(label.getKey()) + ":" + quote(label.getValue()))
            .collect(Collectors.joining(","));
    return """
    {"created":%s,"architecture":%s,"os":"linux",\
    "config":{"Env":[%s],"Labels":{%s}},\
    "rootfs":{"type":"layers","diff_ids":["sha256:%s"]}}\
    """
        .formatted(
            quote(configuration.created()),
            quote(configuration.architecture()),
            environment,
            labels,
            layerHash);
  }

  private static final Map<Character, String> ESCAPES =
      Map.of('"', "\\\"", '\\', "\\\\", '\n', "\\n", '\t', "\\t", '\r', "\\r");

  private static String quote(String text) {
    return text.chars()
        .mapToObj(letter -> ESCAPES.getOrDefault((char) letter, String.valueOf((char) letter)))
        .collect(Collectors.joining("", "\"", "\""));
  }
}
