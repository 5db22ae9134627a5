package dev.assay.bundle.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Signature;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CppHarnessTest extends HarnessContract {
  @Override
  Harness harness() {
    return Harnesses.require("cpp");
  }

  @Override
  String sourceName() {
    return "solution.cpp";
  }

  @Override
  String echo(Signature signature) {
    return Echo.cpp(signature);
  }

  @Override
  String troubled() {
    return """
    #include "assay/signature.hpp"
    #include <cstdio>
    #include <csignal>
    #include <cstdlib>
    #include <iostream>
    #include <stdexcept>
    #include <string>
    #include <unistd.h>
    namespace {
    struct Loud { Loud() { std::cout << "before main" << std::endl; } } loud;
    }
    namespace assay {
    struct State {};
    State* init(const Point&) { return new State; }
    Outputs run(State&, const Inputs& inputs) {
      Outputs outputs{inputs.x};
      switch (inputs.x[0]) {
        case 1: throw std::runtime_error("one\\ntwo " + std::string(300, 'x'));
        case 2: std::printf("done 0 1\\n"); std::cout << "done 0 1" << std::endl; break;
        case 3: std::fclose(stdout); close(1); break;
        case 4: std::exit(7);
        case 5: outputs.y.pop_back(); break;
        case 6: if (std::getchar() == EOF) throw std::logic_error("empty"); break;
        case 7: std::raise(SIGSEGV); break;
      }
      return outputs;
    }
    }
    """;
  }

  @Override
  String failingInit() {
    return """
    #include "assay/signature.hpp"
    #include <stdexcept>
    namespace assay {
    struct State {};
    State* init(const Point&) { throw std::runtime_error("no way"); }
    Outputs run(State&, const Inputs&) { return {}; }
    }
    """;
  }

  @Override
  void assumeTools() {
    Programs.assume("g++", "make");
  }

  @Test
  void compilesWithoutAWarning() throws Exception {
    for (BundleSpec bundle : new BundleSpec[] {TestBundles.everything(), TestBundles.polymul()}) {
      Overlay.lay(folder, harness(), bundle);

      var result = checkSyntax(folder);

      assertThat(result.output()).isEmpty();
      assertThat(result.exitCode()).isZero();
    }
  }

  static Programs.Result checkSyntax(Path solution) throws Exception {
    return Programs.execute(
        solution,
        Map.of(),
        "g++",
        "-std=c++20",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-Wshadow",
        "-fsyntax-only",
        "assay/harness.cpp");
  }
}
