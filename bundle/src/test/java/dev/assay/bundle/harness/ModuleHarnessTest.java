package dev.assay.bundle.harness;

import dev.assay.core.bundle.Signature;

/// The JavaScript harness with a solution that is an ES module, and asynchronous.
class ModuleHarnessTest extends HarnessContract {
  @Override
  Harness harness() {
    return Harnesses.require("javascript");
  }

  @Override
  String sourceName() {
    return "solution.mjs";
  }

  @Override
  String echo(Signature signature) {
    return Echo.javascript(signature).replace("function run", "async function run")
        + "export { init, run }\n";
  }

  @Override
  String troubled() {
    return """
    import fs from 'node:fs'
    const empty = await new Promise((go) => process.stdin.once('end', () => go(true)).resume())
    export async function init(point) {}
    export async function run(state, { x }) {
      await null
      switch (x[0]) {
        case 1: throw new Error('one\\ntwo ' + 'x'.repeat(300))
        case 2: process.stdout.write('done 0 1\\n'); console.log('done 0 1'); break
        case 3: process.stdout.end(); fs.closeSync(1); break
        case 4: process.exit(7)
        case 5: return [1, 2, 3]
        case 6: if (empty) throw new Error('empty'); break
        case 7: process.kill(process.pid, 'SIGSEGV'); break
      }
      return { y: x }
    }
    """;
  }

  @Override
  String failingInit() {
    return "export async function init() { throw Error('no way') }\nexport function run() {}\n";
  }

  @Override
  void assumeTools() {
    Programs.assume("node");
  }
}
