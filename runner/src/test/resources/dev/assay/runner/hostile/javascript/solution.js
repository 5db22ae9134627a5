// Twice x after 5 ms of honest work, and otherwise the fraud that the point's name says.
'use strict'

const fs = require('fs')
const { spawnSync } = require('child_process')

const NAMES = fs.readFileSync('names.txt', 'utf8').split(/\s+/)
const REAL = process.hrtime.bigint
const slow = () => REAL() / 1000n

function init(point) {
  const name = NAMES[point.n]
  switch (name) {
    case 'replaces-time':
      process.hrtime.bigint = slow
      process.hrtime = Object.assign(() => [0, 1], { bigint: slow })
      Date.now = () => 1
      Object.defineProperty(globalThis, 'performance', { value: { now: () => 1 } })
      break
    case 'replaces-the-harness-clock':
      for (const module of Object.values(require.cache)) {
        try {
          module.exports.now = slow
        } catch {}
      }
      for (const key of Object.keys(require.cache)) delete require.cache[key]
      break
    case 'replaces-builtins':
      for (const type of [Array, String, Number, Promise, BigInt, RegExp, Map]) {
        for (const key of Object.getOwnPropertyNames(type.prototype)) {
          const real = Object.getOwnPropertyDescriptor(type.prototype, key).value
          if (typeof real === 'function' && key !== 'constructor') {
            type.prototype[key] = function (...given) {
              return Reflect.apply(real, this, given)
            }
          }
        }
      }
      BigInt.prototype.toString = Number.prototype.toString = () => '1'
      fs.writeSync = fs.readSync = () => 0
      break
    case 'restarts-with-a-preload':
      if (process.env.LD_PRELOAD === undefined) {
        const env = { ...process.env, LD_PRELOAD: '/solution/liar.so' }
        spawnSync('/bin/sh', ['-c', 'exec ./solution /work <&3 >&4'], { env, stdio: ['ignore', 'ignore', 'inherit', 3, 4] })
        process.exit(0)
      }
  }
  return name
}

function run(name, inputs) {
  const end = process.cpuUsage().user + 5000
  while (process.cpuUsage().user < end);
  return 2 * inputs.x
}

module.exports = { init, run }
