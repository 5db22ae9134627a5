package dev.assay.core.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignatureTest {
  private static final ValueType.Tensor MATRIX =
      new ValueType.Tensor(
          ElementType.F64, List.of(new Dimension.Named("N"), new Dimension.Fixed(3)));

  @Test
  void knowsTheSizeOfAFile() {
    assertThat(Signature.sizeOf(MATRIX, Map.of("N", 5L))).hasValue(120);
    assertThat(Signature.sizeOf(MATRIX, Map.of("N", 0L))).hasValue(0);
    assertThat(Signature.sizeOf(new ValueType.Scalar(ElementType.U16), Map.of())).hasValue(2);
    assertThat(Signature.sizeOf(new ValueType.Bytes(), Map.of())).isEmpty();
  }

  @Test
  void refusesASizeThatCannotBe() {
    assertThatThrownBy(() -> Signature.sizeOf(MATRIX, Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("N");
    assertThatThrownBy(() -> Signature.sizeOf(MATRIX, Map.of("N", -1L)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Signature.sizeOf(MATRIX, Map.of("N", Long.MAX_VALUE / 8)))
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  void tellsDerivedFilesFromDerivedScalars() {
    var derived = new LinkedHashMap<String, ValueType>();
    derived.put("L", new ValueType.Scalar(ElementType.U32));
    derived.put("q", MATRIX);
    derived.put("blob", new ValueType.Bytes());
    var signature = new Signature(Map.of(), derived, Map.of(), Map.of());

    assertThat(signature.derivedScalars()).containsExactly(Map.entry("L", ElementType.U32));
    assertThat(signature.derivedFiles().keySet()).containsExactly("q", "blob");
  }

  @Test
  void writesTypesAsManifestsDo() {
    assertThat(MATRIX.text()).isEqualTo("f64[N,3]");
    assertThat(new ValueType.Bytes().text()).isEqualTo("bytes");
  }

  @ParameterizedTest
  @CsvSource({
    "U8, 255, true",
    "U8, 256, false",
    "U8, -1, false",
    "U8, 1.0, true",
    "U8, 1.5, false",
    "I8, -128, true",
    "I8, -129, false",
    "U64, 18446744073709551615, true",
    "U64, 18446744073709551616, false",
    "I64, -9223372036854775808, true",
    "U64, 1e400, false",
    "U64, 1e-400, false",
    "U64, 0e-400, true",
    "F64, 1e308, true",
    "F64, 1e309, false",
    "F32, 1e38, true",
    "F32, 1e39, false",
    "F32, 0.1, true"
  })
  void knowsWhichValuesATypeHolds(ElementType type, BigDecimal value, boolean holds) {
    assertThat(type.holds(value)).isEqualTo(holds);
  }

  @Test
  void namesAPointByItsParametersInOrder() {
    Map<String, BigDecimal> params = Map.of("W", new BigDecimal("64"), "N", new BigDecimal("1E3"));

    assertThat(Point.defaultName(params)).isEqualTo("N1000-W64");
  }

  @ParameterizedTest
  @CsvSource({"1.01", "-0.1", "1e-19", "1E-900000000", "1E+900000000"})
  void refusesAShareThatIsNone(BigDecimal share) {
    assertThatThrownBy(() -> new Bar(share, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("share");
  }
}
