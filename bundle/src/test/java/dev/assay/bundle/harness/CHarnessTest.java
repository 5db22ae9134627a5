package dev.assay.bundle.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.bundle.Signature;
import org.junit.jupiter.api.Test;

class CHarnessTest extends HarnessContract {
  @Override
  Harness harness() {
    return Harnesses.require("c");
  }

  @Override
  String sourceName() {
    return "solution.c";
  }

  @Override
  String echo(Signature signature) {
    return Echo.c(signature);
  }

  // A tensor's size is the harness's own in C, so wish 5 is an error number.
  @Override
  String troubled() {
    return """
    #include "assay/signature.h"
    #include <signal.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>
    static unsigned n;
    assay_state *assay_init(const assay_point *point) { n = point->N; return NULL; }
    int assay_run(assay_state *state, const assay_inputs *inputs, assay_outputs *outputs) {
      (void)state;
      memcpy(outputs->y, inputs->x, n * sizeof *outputs->y);
      switch (inputs->x[0]) {
        case 2: printf("done 0 1\\n"); break;
        case 3: fclose(stdout); close(1); break;
        case 4: exit(7);
        case 6: return getchar() == EOF ? 6 : 0;
        case 7: raise(SIGSEGV); break;
        default: return inputs->x[0];
      }
      return 0;
    }
    """;
  }

  @Override
  String failingInit() {
    return """
    #include "assay/signature.h"
    #include <stdio.h>
    #include <stdlib.h>
    assay_state *assay_init(const assay_point *point) {
      (void)point;
      fputs("no way", stderr);
      exit(1);
    }
    int assay_run(assay_state *state, const assay_inputs *inputs, assay_outputs *outputs) {
      (void)state; (void)inputs; (void)outputs;
      return 0;
    }
    """;
  }

  @Override
  void assumeTools() {
    Programs.assume("gcc", "g++", "make");
  }

  // C has no exceptions whose text could come along.
  @Override
  @Test
  void livesOnAfterAFailedCase() throws Exception {
    try (var runner = troubledRunner(1, 0)) {
      assertThat(runner.ask("case 0")).isEqualTo("failed 0 assay_run returned 1");
      assertThat(runner.ask("case 1")).startsWith("done 1 ");
    }
  }

  @Override
  @Test
  void givesTheAuthorNoStandardInput() throws Exception {
    try (var runner = troubledRunner(6)) {
      assertThat(runner.ask("case 0")).isEqualTo("failed 0 assay_run returned 6");
    }
  }

  @Test
  void compilesWithoutAWarning() throws Exception {
    Overlay.lay(folder, harness(), TestBundles.everything());

    var result = CppHarnessTest.checkSyntax(folder);

    assertThat(result.output()).isEmpty();
    assertThat(result.exitCode()).isZero();
  }
}
