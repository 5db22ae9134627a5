package dev.assay.core.encrypted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.encrypted.SecurityFloor.Verdict;
import dev.assay.core.run.EncryptedPoint.Security;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecurityFloorTest {
  private static Verdict judge(int required, long degree, long... bits) {
    return SecurityFloor.judge(
        required,
        BigInteger.valueOf(degree),
        LongStream.of(bits).mapToObj(BigInteger::valueOf).toList());
  }

  @Test
  void addsTheBitsOfThePrimes() {
    assertThat(judge(128, 8192, 60, 40, 40, 60))
        .isEqualTo(new Verdict.Accepted(new Security(128, 128, 8192, 200, 218)));
  }

  @Test
  void saysWhatIsReachedBeyondWhatIsAsked() {
    assertThat(judge(128, 8192, 118))
        .isEqualTo(new Verdict.Accepted(new Security(128, 256, 8192, 118, 218)));
  }

  @Test
  void takesTheLastBitAndNoMore() {
    assertThat(judge(192, 4096, 75)).isInstanceOf(Verdict.Accepted.class);
    assertThat(judge(192, 4096, 76)).isInstanceOf(Verdict.Refused.class);
  }

  @Test
  void refusesWhatIsTooWeakWithTheNumbers() {
    assertThat(judge(128, 4096, 58, 60, 100))
        .isEqualTo(
            new Verdict.Refused(
                "the parameters are refused: 218 bits of modulus at ring degree 4096; for 128 bits of security the standard's table allows 109 at most"));
  }

  @ParameterizedTest
  @CsvSource({"65536", "1000", "0", "-4096"})
  void refusesWhatTheTableDoesNotCover(long degree) {
    assertThat(judge(128, degree, 20))
        .isEqualTo(
            new Verdict.Refused(
                "the parameters are refused: the standard's table has no ring degree %d, so nobody can say how secure they are; it has 1024, 2048, 4096, 8192, 16384, 32768"
                    .formatted(degree)));
  }

  @Test
  void countsNoBitsBelowZero() {
    assertThat(judge(128, 4096, 200, -100))
        .isEqualTo(
            new Verdict.Refused(
                "the parameters are refused: bits of a modulus are above 0, and these are [200, -100]"));
    assertThat(judge(128, 4096)).isInstanceOf(Verdict.Refused.class);
    assertThat(judge(128, 4096, 0)).isInstanceOf(Verdict.Refused.class);
  }

  @Test
  void isNotFooledByNumbersThatWrapAround() {
    BigInteger huge = BigInteger.TWO.pow(64).add(BigInteger.valueOf(4096));

    assertThat(SecurityFloor.judge(128, huge, List.of(BigInteger.TEN)))
        .isInstanceOf(Verdict.Refused.class);
    assertThat(
            SecurityFloor.judge(
                128, BigInteger.valueOf(4096), List.of(huge.subtract(BigInteger.ONE), huge)))
        .isInstanceOf(Verdict.Refused.class);
  }
}
