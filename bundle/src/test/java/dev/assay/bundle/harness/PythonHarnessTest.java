package dev.assay.bundle.harness;

import dev.assay.core.bundle.Signature;

class PythonHarnessTest extends HarnessContract {
  @Override
  Harness harness() {
    return Harnesses.require("python");
  }

  @Override
  String sourceName() {
    return "solution.py";
  }

  @Override
  String echo(Signature signature) {
    return Echo.python(signature);
  }

  @Override
  String troubled() {
    return """
    import os, signal, sys
    def init(point):
        pass
    def run(state, inputs):
        wish = inputs.x[0]
        if wish == 1:
            raise RuntimeError("one\\ntwo " + 300 * "x")
        if wish == 2:
            print("done 0 1")
            os.write(1, b"done 0 1\\n")
        if wish == 3:
            sys.stdout.close()
            os.close(1)
        if wish == 4:
            sys.exit(7)
        if wish == 5:
            return inputs.x[:3]
        if wish == 6 and not sys.stdin.read():
            raise ValueError("empty")
        if wish == 7:
            os.kill(os.getpid(), signal.SIGSEGV)
        return inputs.x
    """;
  }

  @Override
  String failingInit() {
    return """
    def init(point):
        raise RuntimeError("no way")
    def run(state, inputs):
        pass
    """;
  }

  @Override
  void assumeTools() {
    Programs.assume("python3");
  }
}
