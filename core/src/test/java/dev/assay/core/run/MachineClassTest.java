package dev.assay.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.text.Words;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MachineClassTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "x86_64, AMD EPYC 7763 64-Core Processor, 1 core, 1024 MiB",
        "aarch64, Neoverse, N1, 16 cores, 65536 MiB",
        "x86_64, , 2 cores, 0 MiB"
      })
  void isReadFromTheNameThatItHas(String name) {
    assertThat(MachineClass.parse(name).orElseThrow().name()).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "EPYC",
        "x86_64, EPYC, 1 cores, 1024 MiB",
        "x86_64, EPYC, 2 core, 1024 MiB",
        "x86_64, EPYC, 02 cores, 1024 MiB",
        "x86_64, EPYC, 2 cores, 1 GiB"
      })
  void noMachineIsOfAClassWithAnotherName(String name) {
    assertThat(MachineClass.parse(name)).isEmpty();
  }

  @Test
  void commasOfTheProcessorStayWithIt() {
    MachineClass found = MachineClass.parse("x86_64, One, 3 cores, 4 cores, 512 MiB").orElseThrow();

    assertThat(found).isEqualTo(new MachineClass("x86_64", "One, 3 cores", 4, 512));
    assertThat(found.memoryBytes()).isEqualTo(512L << 20);
  }

  @Test
  void wordsNameTheProcessorFirstAndAreSafeToShow() {
    assertThat(Words.machineClass("x86_64, AMD EPYC 7763, 2 cores, 1024 MiB"))
        .isEqualTo("AMD EPYC 7763, 2 cores, 1 GiB, x86_64");
    assertThat(Words.machineClass("of another\nform")).doesNotContain("\n").contains("form");
  }
}
