package dev.assay.core.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads JSON that a bundle or a solution wrote (RFC 8259): UTF-8, no key twice, nothing after the
/// value, and bounds on all that could fill a memory.
final class StrictJson {
  /// The largest file that is read.
  static final int MAX_BYTES = 16 << 20;

  private static final int MAX_TOKENS = 1_000_000;
  private static final int MAX_NUMBER_LENGTH = 400;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(WireMapper.MAX_DEPTH)
                          .maxTokenCount(MAX_TOKENS)
                          .maxNumberLength(MAX_NUMBER_LENGTH)
                          .build())
                  .build())
          .enable(
              DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS,
              DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private StrictJson() {}

  /// What came of reading.
  sealed interface Parsed {
    record Tree(JsonNode root) implements Parsed {}

    /// @param reason a sentence without a full stop and without the name of the file
    record Malformed(String reason) implements Parsed {}
  }

  static Parsed parse(byte[] json) {
    if (json.length > MAX_BYTES) {
      return new Parsed.Malformed(
          "it has %d bytes, %d are allowed".formatted(json.length, MAX_BYTES));
    }
    try {
      var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json)).toString();
      JsonNode root = MAPPER.readTree(text);
      return root == null || root.isMissingNode()
          ? new Parsed.Malformed("it is empty")
          : new Parsed.Tree(root);
    } catch (CharacterCodingException e) {
      return new Parsed.Malformed("it is not UTF-8");
    } catch (JacksonException e) {
      return new Parsed.Malformed(
          "it is not strict JSON%s: %s".formatted(ReadingFault.at(e), ReadingFault.brief(e)));
    }
  }
}
