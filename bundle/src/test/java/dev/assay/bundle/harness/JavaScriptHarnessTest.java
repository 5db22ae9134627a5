package dev.assay.bundle.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.Signature;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JavaScriptHarnessTest extends HarnessContract {
  private static final String ECHO =
      "module.exports = { init: () => 0, run: (state, inputs) => inputs.x }\n";

  @Override
  Harness harness() {
    return Harnesses.require("javascript");
  }

  @Override
  String sourceName() {
    return "solution.js";
  }

  @Override
  String echo(Signature signature) {
    return Echo.javascript(signature)
        + "module.exports = { init, run, free: () => { if (!point) throw Error('no point') } }\n";
  }

  @Override
  String troubled() {
    return """
    const fs = require('fs')
    function init(point) {}
    function run(state, { x }) {
      switch (x[0]) {
        case 1: throw new RangeError('one\\ntwo ' + 'x'.repeat(300))
        case 2: console.log('done 0 1'); fs.writeSync(1, 'done 0 1\\n'); break
        case 3: process.stdout.destroy(); fs.closeSync(1); break
        case 4: process.exit(7)
        case 5: return x.subarray(0, 3)
        case 6: if (fs.readFileSync(0).length === 0) throw new Error('empty'); break
        case 7: process.kill(process.pid, 'SIGSEGV'); break
      }
      return x
    }
    module.exports = { init, run }
    """;
  }

  @Override
  String failingInit() {
    return "exports.init = () => { throw new Error('no way') }\nexports.run = () => {}\n";
  }

  @Override
  void assumeTools() {
    Programs.assume("node");
  }

  @Test
  void waitsForPromisesOfAllThree() throws Exception {
    String source =
        """
        const moment = () => new Promise((go) => setTimeout(go, 30))
        exports.init = async () => { await moment(); return 'state' }
        exports.run = async (state, { x }) => {
          await moment()
          if (x[0] === 1) throw new Error('late ' + state)
          return { y: x }
        }
        exports.free = async () => { await moment(); console.error('freed') }
        """;

    try (var runner = start(source, 0, 1, 0)) {
      assertThat(runner.hear()).as(runner.standardError()).isEqualTo("ready");
      assertThat(runner.ask("case 0")).matches("done 0 [2-9]\\d{7,}");
      assertThat(runner.ask("case 1")).isEqualTo("failed 1 Error: late state");
      assertThat(runner.ask("case 2")).startsWith("done 2 ");
      runner.say("end");
      assertThat(runner.exitCode()).isZero();
      assertThat(runner.standardError()).contains("freed\n");
    }
  }

  @Test
  void failsACaseForARejectionThatNobodyHandles() throws Exception {
    String source =
        """
        exports.init = () => {}
        exports.run = (state, { x }) => {
          if (x[0] === 1) Promise.reject(new TypeError('left alone'))
          return x
        }
        """;

    try (var runner = start(source, 1, 0)) {
      runner.hear();
      assertThat(runner.ask("case 0"))
          .isEqualTo("failed 0 unhandled rejection: TypeError: left alone");
      assertThat(runner.ask("case 1")).startsWith("done 1 ");
    }
  }

  @Test
  void saysThatAPromiseIsNeverSettled() throws Exception {
    String source = "exports.init = () => {}\nexports.run = () => new Promise(() => {})\n";

    try (var runner = start(source, 0)) {
      runner.hear();
      assertThat(runner.ask("case 0")).isNull();
      assertThat(runner.exitCode()).isEqualTo(1);
      assertThat(runner.standardError()).contains("the promise that run returned is never settled");
    }
  }

  /// The author's code has no business with these, but what it does to them changes nothing.
  /// Without `Array.prototype.pop` the event loop of Node.js itself ends.
  @Test
  void speaksOnWhenTheAuthorHasReplacedWhatItStandsOn() throws Exception {
    String source =
        """
        const fs = require('fs')
        exports.init = () => {
          const Mistake = Error
        const lie = () => { throw new Mistake('replaced') }
          for (const name of Object.keys(fs)) if (typeof fs[name] === 'function') fs[name] = lie
          process.hrtime.bigint = () => 1n
          process.hrtime = performance.now = Date.now = process.exit = process.reallyExit = () => 1
          for (const type of [Array, String, Number, BigInt, Promise, RegExp, Map, TextEncoder, Buffer,
              Uint8Array, Object.getPrototypeOf(Uint8Array), ArrayBuffer, Error]) {
            for (const name of Object.getOwnPropertyNames(type.prototype)) {
              if (name !== 'constructor' && name !== 'pop') try { type.prototype[name] = lie } catch {}
            }
            for (const name of Object.getOwnPropertyNames(type)) {
              if (name !== 'prototype') try { type[name] = lie } catch {}
            }
          }
          JSON.parse = JSON.stringify = Reflect.apply = Object.keys = Math.min = lie
          globalThis.Uint8Array = globalThis.ArrayBuffer = globalThis.Promise = globalThis.setImmediate = lie
          globalThis.Number = globalThis.BigInt = globalThis.String = globalThis.Error = lie
          Object.defineProperty(process, 'stdout', { value: null })
        }
        exports.run = (state, { x }) => {
          if (x[0] === 1) throw 'something'
          return { y: x }
        }
        """;

    try (var runner = start(source, 0, 1, 0)) {
      assertThat(runner.hear()).as(runner.standardError()).isEqualTo("ready");
      assertThat(runner.ask("case 0")).as(runner.standardError()).matches("done 0 \\d{3,}");
      assertThat(runner.ask("case 1")).isEqualTo("failed 1 something thrown: something");
      assertThat(runner.ask("case 2")).matches("done 2 \\d{3,}");
      runner.say("end");
      assertThat(runner.exitCode()).isZero();
    }
  }

  @Test
  void runsNoCodeOfTheAuthorAfterTheWindow() throws Exception {
    String source =
        """
        const forms = [
          (x) => ({ get y() { return x } }),
          (x) => new Proxy({ y: x }, {}),
          (x) => ({ y: new Proxy(x, {}) }),
          (x) => Object.assign(Object.create({ get y() { return x } }), {}),
          (x) => (function* () { yield* x })(),
        ]
        exports.init = () => {}
        exports.run = (state, { x }) => forms[x[0]](x)
        """;

    try (var runner = start(source, 0, 1, 2, 3, 4)) {
      runner.hear();
      assertThat(runner.ask("case 0"))
          .startsWith("failed 0 run returned the output 'y' as an accessor");
      assertThat(runner.ask("case 1")).startsWith("failed 1 run returned a Proxy");
      assertThat(runner.ask("case 2")).startsWith("failed 2 y is a Proxy");
      assertThat(runner.ask("case 3"))
          .startsWith("failed 3 run returned an object without the output 'y'");
      assertThat(runner.ask("case 4"))
          .startsWith("failed 4 run returned an object without the output 'y'");
    }
  }

  @Test
  void saysWhichFileOrFunctionIsMissing() throws Exception {
    BundleSpec bundle = TestBundles.vector(ElementType.I32);
    Path solution = Files.createDirectories(folder.resolve("bare"));
    Overlay.lay(solution, harness(), bundle);
    PointFolder point = troubles(bundle, 0);

    assertThat(byHand(solution, point)).contains("there is none of solution.mjs, solution.js");

    Files.writeString(solution.resolve("solution.js"), "exports.init = () => {}\n");
    assertThat(byHand(solution, point)).contains("the solution exports no function 'run'");

    Files.writeString(solution.resolve("solution.mjs"), "export const run = 7\n");
    assertThat(byHand(solution, point)).contains("there are solution.mjs and solution.js");
  }

  @Test
  void requiresWhatLiesInNodePathAndInTheSolutionsOwnModules() throws Exception {
    BundleSpec bundle = TestBundles.vector(ElementType.I32);
    Path solution = Files.createDirectories(folder.resolve("modules"));
    Path module = Files.createDirectories(solution.resolve("node_modules/mine"));
    Files.writeString(module.resolve("index.js"), "module.exports = (x) => x\n");
    Path shared = Files.createDirectories(folder.resolve("shared/theirs"));
    Files.writeString(shared.resolve("index.js"), "module.exports = (x) => x\n");
    Files.writeString(
        solution.resolve("solution.mjs"),
        """
        import mine from 'mine'
        import { createRequire } from 'node:module'
        const theirs = createRequire(import.meta.url)('theirs')
        export const init = () => {}
        export const run = (state, { x }) => theirs(mine(x))
        """);
    Overlay.lay(solution, harness(), bundle);
    PointFolder point = troubles(bundle, 0);

    var result =
        Programs.execute(
            solution,
            Map.of("NODE_PATH", folder.resolve("shared").toString()),
            "./solution",
            point.path().toString());

    assertThat(result.output()).contains("1 of 1 cases answered");
    assertThat(point.output(0, "y")).hasSameBinaryContentAs(point.input(0, "x"));
  }

  /// With `"type": "module"`, which makes ES modules of all that ends in `.js`.
  @Test
  void takesAPackageOfModules() throws Exception {
    BundleSpec bundle = TestBundles.vector(ElementType.I32);
    Path solution = Files.createDirectories(folder.resolve("package"));
    Files.writeString(solution.resolve("package.json"), "{\"type\": \"module\"}");
    Files.writeString(
        solution.resolve("solution.js"),
        "export const init = () => {}\nexport const run = (state, { x }) => x\n");
    Overlay.lay(solution, harness(), bundle);

    assertThat(byHand(solution, troubles(bundle, 0))).contains("1 of 1 cases answered");
  }

  @Test
  void tellsV8OfTheMemoryThatThereIs() throws Exception {
    BundleSpec bundle = TestBundles.vector(ElementType.I32);

    Path solution = build(bundle, ECHO);

    assertThat(solution.resolve("solution")).content().contains("--max-old-space-size=960 ");
  }

  private static String byHand(Path solution, PointFolder point) throws Exception {
    return Programs.execute(solution, Map.of(), "./solution", point.path().toString()).output();
  }

  private FakeRunner start(String source, int... wishes) throws Exception {
    BundleSpec bundle = TestBundles.vector(ElementType.I32);
    return FakeRunner.start(build(bundle, source), troubles(bundle, wishes).path());
  }
}
