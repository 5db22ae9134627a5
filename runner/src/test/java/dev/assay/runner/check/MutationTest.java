package dev.assay.runner.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.bundle.manifest.CheckNames;
import dev.assay.core.bundle.Dimension;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.ValueType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MutationTest {
  @Test
  void flipsTheSignOfEveryElement() {
    assertThat(doubles(CheckNames.SIGN, 1.5, -2, 0)).containsExactly(-1.5, 2, -0.0);
    assertThat(spoil(CheckNames.SIGN, new ValueType.Scalar(ElementType.I32), ints(7)))
        .contains(ints(-7));
  }

  @Test
  void leavesUnsignedNumbersTheirSign() {
    assertThat(spoil(CheckNames.SIGN, new ValueType.Scalar(ElementType.U32), ints(7))).isEmpty();
  }

  @Test
  void makesNotANumberAndInfinity() {
    assertThat(doubles(CheckNames.NAN, 1, 2)).containsExactly(Double.NaN, Double.NaN);
    assertThat(doubles(CheckNames.INFINITY, 1, 2))
        .containsExactly(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    byte[] one = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putFloat(1f).array();
    byte[] nan = spoil(CheckNames.NAN, new ValueType.Scalar(ElementType.F32), one).orElseThrow();
    assertThat(ByteBuffer.wrap(nan).order(ByteOrder.LITTLE_ENDIAN).getFloat()).isNaN();
  }

  @Test
  void shortensAndLengthensByOneElement() {
    var type = new ValueType.Tensor(ElementType.U16, List.of(new Dimension.Fixed(2)));

    assertThat(spoil(CheckNames.SHORT, type, new byte[4])).contains(new byte[2]);
    assertThat(spoil(CheckNames.LONG, type, new byte[4])).contains(new byte[6]);
  }

  @Test
  void countsNoChangeAsNoMutation() {
    assertThat(spoil(CheckNames.ZEROS, new ValueType.Bytes(), new byte[3])).isEmpty();
  }

  private static double[] doubles(String name, double... values) {
    var bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      bytes.putDouble(value);
    }
    var type = new ValueType.Tensor(ElementType.F64, List.of(new Dimension.Fixed(values.length)));
    var spoiled =
        ByteBuffer.wrap(spoil(name, type, bytes.array()).orElseThrow())
            .order(ByteOrder.LITTLE_ENDIAN);
    double[] result = new double[values.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = spoiled.getDouble();
    }
    return result;
  }

  private static byte[] ints(int value) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
  }

  private static Optional<byte[]> spoil(String name, ValueType type, byte[] right) {
    return Mutation.ALL.stream()
        .filter(mutation -> mutation.name().equals(name))
        .findFirst()
        .orElseThrow()
        .spoil(type, right);
  }
}
