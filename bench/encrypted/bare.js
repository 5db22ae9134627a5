'use strict'
// What a bare script does with the library: no harness, no runner, one process. It prints a line of JSON.
//
//   node bare.js BUNDLE SOLUTION POINT      folders of the bundle and of a solution in it, a point directory

const fs = require('fs')
const path = require('path')

const [bundle, folder, directory] = process.argv.slice(2)
const envelope = require(path.join(bundle, 'envelope/envelope.js'))
const solution = require(path.join(folder, 'solution.js'))
const config = Function(`return ${fs.readFileSync(path.join(folder, 'config.jsonc'), 'utf8')}`)()
const manifest = JSON.parse(fs.readFileSync(path.join(directory, 'manifest.json'), 'utf8'))
const inputNames = bundle.endsWith('ckks') ? { xs: Float64Array } : { a: BigInt64Array, b: BigInt64Array }
const WARMUP = 3
const PAUSE_MS = 20

function inputs(index) {
  const values = {}
  for (const [name, type] of Object.entries(inputNames)) {
    const bytes = fs.readFileSync(path.join(directory, 'cases', String(index).padStart(6, '0'), `${name}.bin`))
    values[name] = new type(Uint8Array.from(bytes).buffer)
  }
  return values
}

async function main() {
  const { point } = manifest
  const keys = await envelope.keygen(config, point)
  const saved = envelope.saveKeys(keys)
  const context = await envelope.loadContext(config, point, saved.public)
  const state = await solution.init(point, context, config)
  const seconds = []
  let sizes
  for (let round = 0; round < WARMUP + manifest.cases; round++) {
    const sent = envelope.encrypt(keys, solution.encode(inputs(round % manifest.cases), point, config))
    const bytes = await Promise.all(sent.map(envelope.saveCiphertext))
    const arrived = bytes.map((one) => envelope.loadCiphertext(context, one))
    // A server waits for its cases, too: what runs after a pause runs with cold caches.
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    const begin = process.hrtime.bigint()
    const returned = solution.run(state, arrived, {})
    const nanos = process.hrtime.bigint() - begin
    if (round >= WARMUP) {
      seconds.push(Number(nanos) / 1e9)
    }
    const back = await Promise.all(returned.map(envelope.saveCiphertext))
    sizes = { sent: bytes.map((one) => one.length), returned: back.map((one) => one.length) }
    const gone = new Set([...sent, ...arrived, ...returned])
    gone.forEach(envelope.release)
  }
  const lengths = Object.entries(saved.public).map(([name, bytes]) => [name, bytes.length])
  console.log(JSON.stringify({ seconds, ...sizes, keys: Object.fromEntries(lengths) }))
}

main()
