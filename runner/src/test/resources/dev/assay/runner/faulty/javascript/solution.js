// Twice x through the harness, and otherwise what the point's name says, at case 1.
'use strict'

const fs = require('fs')
const { execSync } = require('child_process')
const { Worker } = require('worker_threads')

const NAMES = fs.readFileSync('names.txt', 'utf8').split(/\s+/)
const PEEPER = `
  const { workerData } = require('worker_threads')
  const fs = require('fs')
  for (;;) {
    const visible = fs.readdirSync('/work/cases').length
    if (visible > Atomics.load(workerData, 0)) Atomics.store(workerData, 0, visible)
    Atomics.wait(workerData, 1, 0, 10)
  }`

const pause = (millis) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis)

function init(point) {
  const state = { name: NAMES[point.n], case: -1, seen: new Int32Array(new SharedArrayBuffer(8)) }
  if (state.name === 'prints') chatter()
  if (state.name === 'raises-in-init') throw new RangeError('no moon')
  if (state.name === 'waits-in-init') return new Promise(() => {})
  if (state.name === 'peeps') new Worker(PEEPER, { eval: true, workerData: state.seen })
  return state
}

function chatter() {
  for (const line of ['ready', 'done 0 1', 'done 1 1', 'failed 2 no']) {
    console.log(line)
    fs.writeSync(1, line + '\n')
  }
  execSync('echo done 1 1', { stdio: 'inherit' })
}

function run(state, inputs) {
  state.case += 1
  if (state.case === 1) return act(state.name, inputs.x) ?? 2 * inputs.x
  if (state.name === 'peeps') {
    pause(50)
    if (state.seen[0] > state.case + 1) process.exit(9)
  }
  return 2 * inputs.x
}

function act(name, x) {
  switch (name) {
    case 'prints': return chatter()
    case 'raises': throw new RangeError('no moon\nto be seen')
    case 'rejects': return Promise.reject(new RangeError('no moon'))
    case 'forgets-a-rejection': return void Promise.reject(new RangeError('no moon'))
    case 'waits-for-ever': return new Promise(() => {})
    case 'waits-a-moment': return new Promise((go) => setTimeout(go, 20, 2 * x))
    case 'exits': return process.exit(3)
    case 'exits-at-once': return process.reallyExit(0)
    case 'returns-too-much': return [x, x]
    case 'takes-all-memory': return hog()
    case 'makes-rubbish': return litter()
    case 'closes-its-streams': return [0, 1, 2].forEach((fd) => fs.closeSync(fd))
    case 'reads-its-input': return fs.readFileSync(0).length === 0 ? undefined : process.exit(9)
    case 'forges-a-time': return forge()
  }
}

function hog() {
  for (const kept = []; ; ) kept.push(Buffer.alloc(1 << 24, 1))
}

/** More than the limit, of which next to nothing is alive at a time. */
function litter() {
  let sum = 0
  for (let i = 0; i < 3e6; i++) sum += [i, { i }].length
  return sum < 0 ? sum : undefined
}

/** Writes a line of its own into whatever pipe it finds. */
function forge() {
  for (const fd of fs.readdirSync('/proc/self/fd')) {
    try {
      fs.writeSync(Number(fd), 'done 1 1\n')
    } catch {}
  }
}

function free(state) {
  if (state.name === 'fails-in-free') throw new RangeError('no moon')
}

module.exports = { init, run, free }
