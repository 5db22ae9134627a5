// Part of Assay's harness, laid over the solution before every build. Changes here are lost.
//
// The program around the author's functions. It reads a point directory, calls `run` once per case with a clock around
// the call and nothing else, and writes the answers. Under a runner (ASSAY_CONTROL=stdio) it speaks lines on the files
// 3 and 4, which are standard input and output; by hand it does all the cases in turn and writes out/results.json.
'use strict'

const fs = require('fs')
const path = require('path')
const { pathToFileURL } = require('url')
const own = require('./primordials.cjs')
const signature = require('./signature.cjs')
const { numeralIn, objectIn, readManifest } = require('./manifest.cjs')
const { Fault, namedOutputs, numeral, read, resolve, toBytes, writeAll, writeFile } = require('./values.cjs')

const STANDARD_ERROR = 2
const CHANNEL_INPUT = 3
const CHANNEL_OUTPUT = 4
const SOURCES = ['solution.mjs', 'solution.js', 'solution.cjs']

const now = own.now
const heard = new Uint8Array(4096)
let heardBytes = 0

// What the collector frees is given back before it returns, and not by a thread beside the window.
require('v8').setFlagsFromString('--no-concurrent-array-buffer-sweeping')

// The function whose promise is being waited for; null when there is none.
let waitingFor = null
// The first promise that was rejected with nobody to handle it, since this was last looked at.
let rejection = null

function say(file, line) {
  const bytes = own.encode(own.encoder, line + '\n')
  for (;;) {
    try {
      return writeAll(file, bytes)
    } catch (error) {
      pause(error)
    }
  }
}

/** Waits a moment for a file that the author's code has made non-blocking; any other error is thrown again. */
function pause(error) {
  if (error.code !== 'EAGAIN') {
    throw error
  }
  own.wait(own.never, 0, 0, 1)
}

/** A line on standard error, which the author's code may have closed. */
function log(line) {
  try {
    say(STANDARD_ERROR, line)
  } catch {
    // Nobody hears it.
  }
}

/** The next line, without its end; null when the other end has closed. */
function hear() {
  for (;;) {
    for (let i = 0; i < heardBytes; i++) {
      if (heard[i] === 10) {
        return takeLine(i)
      }
    }
    const count = readSome()
    if (count === 0) {
      return null
    }
    heardBytes += count
  }
}

/** How many bytes came. */
function readSome() {
  for (;;) {
    try {
      return own.readSync(CHANNEL_INPUT, heard, heardBytes, own.viewBytes(heard) - heardBytes, null)
    } catch (error) {
      pause(error)
    }
  }
}

function takeLine(end) {
  let line = ''
  for (let i = 0; i < end; i++) {
    line += own.fromCharCode(heard[i])
  }
  for (let i = end + 1; i < heardBytes; i++) {
    heard[i - end - 1] = heard[i]
  }
  heardBytes -= end + 1
  return line
}

/** The number in `case NUMBER`; -1 for any other line. */
function caseIn(line) {
  const head = 'case '
  let number = 0
  for (let i = 0; i < line.length; i++) {
    const code = own.charCode(line, i)
    if (i < head.length) {
      if (code !== own.charCode(head, i)) {
        return -1
      }
    } else if (code < 48 || code > 57 || i > head.length + 14) {
      return -1
    } else {
      number = number * 10 + (code - 48)
    }
  }
  return line.length > head.length ? number : -1
}

/** A point directory with the solution that is measured on it. */
function openSession(folder) {
  const manifest = readManifest(fs.readFileSync(path.join(folder, 'manifest.json'), 'utf8'))
  const params = objectIn(manifest, 'point')
  const point = {}
  for (const [name, element] of signature.PARAMS) {
    point[name] = numeral(name, element, numeralIn(params, name))
  }
  for (const [name, element, dimensions] of signature.DERIVED) {
    if (dimensions === null && element !== 'bytes') {
      point[name] = numeral(name, element, numeralIn(objectIn(manifest, 'derived'), name))
    }
  }
  for (const [name, element, dimensions] of signature.DERIVED) {
    if (dimensions !== null || element === 'bytes') {
      point[name] = read(path.join(folder, 'point', name + '.bin'), element, resolve(dimensions, point))
    }
  }
  const shaped = (values) => values.map(([name, element, dimensions]) => [name, element, resolve(dimensions, point)])
  return {
    folder: path.resolve(folder),
    point,
    cases: Number(numeral('cases', 'u64', numeralIn(manifest, 'cases'))),
    inputs: shaped(signature.INPUTS),
    outputs: shaped(signature.OUTPUTS),
    run: null,
    free: null,
    state: undefined,
  }
}

function findSource() {
  const folder = path.dirname(__dirname)
  const found = SOURCES.filter((name) => fs.existsSync(path.join(folder, name)))
  if (found.length !== 1) {
    throw new Error(
      found.length === 0
        ? `there is none of ${SOURCES.join(', ')} in ${folder}`
        : `there are ${found.join(' and ')} in ${folder}; leave one`)
  }
  return path.join(folder, found[0])
}

/** A function that the author's file exports, as an ES module or by `module.exports`; undefined when there is none. */
function exported(module, name, required, owner = 'solution') {
  const value = module[name] ?? module.default?.[name]
  if (value === undefined ? required : typeof value !== 'function') {
    throw new Error(`the ${owner} exports ${value === undefined ? 'no' : 'something else as'} function '${name}'`)
  }
  return value
}

/** Loads the author's module and calls its `init`; how long that took, in nanoseconds. */
async function init(session) {
  waitingFor = 'init'
  const source = findSource()
  const start = now()
  const module = await import(pathToFileURL(source))
  const begin = exported(module, 'init', true)
  session.run = exported(module, 'run', true)
  session.free = exported(module, 'free', false)
  session.state = await begin(session.point)
  const nanos = now() - start
  waitingFor = null
  await turn()
  if (rejection !== null) {
    throw rejection.reason
  }
  own.collect()
  return nanos
}

/** {nanos, clocks, reason}: the window, or the reason why the case failed. */
async function execute(session, index) {
  let reason
  try {
    const nanos = await answer(session, padded(index, 6))
    await turn()
    if (rejection === null) {
      return { nanos, clocks: '', reason: null }
    }
    reason = tell(index, rejection.reason, 'unhandled rejection: ')
  } catch (error) {
    reason = tell(index, error, '')
  }
  rejection = null
  return { nanos: 0n, clocks: '', reason }
}

async function answer(session, name) {
  // The rubbish of the case before is not to be collected inside this one's window. The collector stays on: what `run`
  // itself causes is part of its time, and so is what outlived two collections.
  own.collect(own.young)
  const inputs = {}
  for (let i = 0; i < session.inputs.length; i++) {
    const value = session.inputs[i]
    inputs[value[0]] = read(`${session.folder}/cases/${name}/${value[0]}.bin`, value[1], value[2])
  }
  const run = session.run
  const state = session.state
  const start = now()
  let result = run(state, inputs)
  let end = now()
  if (own.isPromise(result)) {
    waitingFor = 'run'
    result = await result
    end = now()
    waitingFor = null
  }
  write(session, `${session.folder}/out/${name}`, result)
  const nanos = end - start
  return nanos > 0n ? nanos : 1n
}

function write(session, target, result) {
  const outputs = session.outputs
  const values = namedOutputs(result, outputs)
  const buffers = []
  for (let i = 0; i < outputs.length; i++) {
    buffers[i] = toBytes(outputs[i][0], outputs[i][1], outputs[i][2], values[i])
  }
  makeFolder(target)
  for (let i = 0; i < outputs.length; i++) {
    writeFile(`${target}/${outputs[i][0]}.bin`, buffers[i])
  }
}

function makeFolder(folder) {
  try {
    own.mkdirSync(folder)
  } catch (error) {
    if (error.code !== 'EEXIST') {
      throw error
    }
  }
}

/** One turn of the event loop, in which promises that nobody handles are found out. */
function turn() {
  return new own.Promise((go) => own.setImmediate(go))
}

/** What a promise of a function of the author's or the host's gives; its end is clocked by the caller. */
async function settled(name, promise) {
  waitingFor = name
  const value = await promise
  waitingFor = null
  return value
}

/** The first rejection that nobody has handled since this was last asked, as {reason}; null when there is none. */
async function unhandled() {
  await turn()
  const found = rejection
  rejection = null
  return found
}

/** Tells the log why a case failed, and returns that as one line. */
function tell(index, error, head) {
  const fault = faultOf(error)
  const reason = head + (fault ?? nameOf(error))
  log(fault === null ? `case ${index} failed: ${head}${stackOf(error)}` : `case ${index} failed: ${reason}`)
  return oneLine(reason)
}

function faultOf(error) {
  try {
    return error instanceof Fault ? error.fault : null
  } catch {
    return null
  }
}

function nameOf(error) {
  try {
    return error instanceof own.Error ? `${error.name}: ${error.message}` : `something thrown: ${own.String(error)}`
  } catch {
    return 'something thrown that does not say what it is'
  }
}

function stackOf(error) {
  try {
    return error instanceof own.Error && typeof error.stack === 'string' ? error.stack : nameOf(error)
  } catch {
    return nameOf(error)
  }
}

/** One printable line of at most 200 characters. */
function oneLine(text) {
  let line = ''
  for (let i = 0; i < text.length && i < 200; i++) {
    const code = own.charCode(text, i)
    const printable = code >= 32 && (code < 127 || code > 159) && code !== 0x2028 && code !== 0x2029
    line += !printable ? ' ' : code >= 0xd800 && code <= 0xdfff ? '?' : text[i]
  }
  return line
}

function padded(number, digits) {
  let text = `${number}`
  while (text.length < digits) {
    text = '0' + text
  }
  return text
}

function seconds(nanos) {
  return `${nanos / 1000000000n}.${padded(nanos % 1000000000n, 9)}`
}

/** The conversation with a runner: `ready`, then an answer for each `case`, until `end`. */
async function converse(session, how) {
  const clocks = await how.begin(session)
  say(CHANNEL_OUTPUT, 'ready' + clocks)
  for (;;) {
    const line = hear()
    if (line === null) {
      log('the runner is gone')
      return 1
    }
    if (line === 'end') {
      return await how.finish(session)
    }
    const index = caseIn(line)
    if (index < 0 || index >= session.cases) {
      log(`the runner said '${oneLine(line)}', which is neither a case of this point nor 'end'`)
      return 1
    }
    const { nanos, clocks: more, reason } = await how.execute(session, index)
    say(CHANNEL_OUTPUT, reason === null ? `done ${index} ${nanos}${more}` : `failed ${index} ${reason}`)
  }
}

/** All the cases in turn, without a runner. Whether an answer is right is not known here. */
async function executeAll(session) {
  const file = `${session.folder}/out/results.json`
  makeFolder(`${session.folder}/out`)
  let text = `{"init_s":${seconds(await init(session))},"cases":[`
  const windows = []
  for (let index = 0; index < session.cases; index++) {
    const { nanos, reason } = await execute(session, index)
    if (reason === null) {
      windows[windows.length] = nanos
    }
    text += (index === 0 ? '\n' : ',\n') + row(index, nanos, reason)
    writeFile(file + '.next', own.encode(own.encoder, text + '\n]}\n'))
    own.renameSync(file + '.next', file)
  }
  const code = await finish(session)
  log(summary(session.cases, windows, file))
  return windows.length === session.cases ? code : 1
}

function row(index, nanos, reason) {
  return reason === null
    ? `{"i":${index},"seconds":${seconds(nanos)},"status":"ok"}`
    : `{"i":${index},"status":"crashed","note":${own.quoted(reason)}}`
}

function summary(cases, windows, file) {
  let text = `${windows.length} of ${cases} cases answered`
  if (windows.length > 0) {
    own.sort(windows, (one, other) => (one < other ? -1 : one > other ? 1 : 0))
    const middle = own.Math.trunc(windows.length / 2)
    text += `; seconds: min ${seconds(windows[0])}, median ${seconds(windows[middle])}`
    text += `, max ${seconds(windows[windows.length - 1])}`
  }
  return `${text}; see ${file}`
}

async function finish(session) {
  if (session.free !== undefined) {
    const free = session.free
    waitingFor = 'free'
    await free(session.state)
    waitingFor = null
  }
  return 0
}

/** What the protocol `call` does: without further clocks in its lines. */
const CALL = {
  open: openSession,
  begin: async (session) => {
    await init(session)
    return ''
  },
  execute,
  finish,
  executeAll,
}

async function main(how, program, words) {
  if (words.length !== 1) {
    log(
      `usage: ${program} DIR\n` +
        'Does every case of the point directory DIR and writes DIR/out.\n' +
        "'assay bundle make' makes such a directory, 'assay bundle verify' judges it.")
    return 2
  }
  let session
  try {
    session = how.open(words[0])
  } catch (error) {
    log(`no case can be done: ${faultOf(error) ?? nameOf(error)}`)
    return 1
  }
  // The compiler takes the clock's own code as far as it goes, before anything is measured with it.
  for (let i = 0; i < 20000; i++) {
    now()
  }
  // With `await`: to return the promise itself would call `then` of a prototype that is the author's by now.
  return process.env.ASSAY_CONTROL === 'stdio' ? await converse(session, how) : await how.executeAll(session)
}

/** Does what a protocol does, and ends the process. */
function start(how) {
  process.on('unhandledRejection', (reason) => {
    rejection ??= { reason }
  })
  // The event loop has nothing left to do, and a promise of the author's code is still waited for.
  process.on('beforeExit', () => {
    if (waitingFor !== null) {
      log(`the promise that ${waitingFor} returned is never settled`)
    }
    own.exit(1)
  })
  main(how, process.argv[2], process.argv.slice(3)).then(own.exit, (error) => {
    log(stackOf(error))
    own.exit(1)
  })
}

module.exports = Object.freeze({
  exported, findSource, log, makeFolder, openSession, padded, seconds, settled, start, summary, tell, unhandled,
})

if (require.main === module) {
  start(CALL)
}
