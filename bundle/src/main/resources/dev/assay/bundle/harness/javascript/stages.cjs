// Part of Assay's harness, laid over the solution before every build. Changes here are lost.
//
// The program around one stage of an encrypted solution. ASSAY_STAGE says which: `encode`, `server` and `decode` call
// the author's functions, `seal` and `open` the envelope's, `joined` all of them in one process. By hand, without a
// runner (ASSAY_CONTROL=stdio), it is `joined` over all cases, and writes out/results.json.
'use strict'

const fs = require('fs')
const path = require('path')
const { pathToFileURL } = require('url')
const own = require('./primordials.cjs')
const signature = require('./signature.cjs')
const { Numeral, readManifest } = require('./manifest.cjs')
const { Fault, SIZES, kindOf, namedOutputs, numeral, read, resolve, toBytes, writeFile } = require('./values.cjs')
const {
  exported, findSource, log, makeFolder, openSession, padded, seconds, settled, start, summary, tell, unhandled,
} = require('./harness.cjs')

const now = own.now
const PACKING = signature.PACKING
const ENVELOPES = ['envelope.js', 'envelope.mjs', 'envelope.cjs']
const KEY_NAME = /^[A-Za-z0-9_-]{1,64}$/
const METERS = ['noise_budget_bits', 'level', 'scale_bits']

/** {value, nanos}: what a function gives, which may be a promise, and how long it took. */
async function clocked(name, call) {
  const begin = now()
  let value = call()
  let end = now()
  if (own.isPromise(value)) {
    value = await settled(name, value)
    end = now()
  }
  const nanos = end - begin
  return { value, nanos: nanos > 0n ? nanos : 1n }
}

/** What all stages have: the point, the author's configuration, and the values of the signature. */
function openStage(folder) {
  const name = process.env.ASSAY_STAGE ?? 'joined'
  if (!Object.hasOwn(STAGES, name)) {
    throw new Fault(`ASSAY_STAGE is '${name}', which is no stage`)
  }
  const { folder: resolved, point, cases, inputs, outputs } = openSession(folder)
  const secret = ([value]) => signature.SECRETS.includes(value)
  const open = (value) => !secret(value)
  return {
    ...STAGES[name],
    folder: resolved,
    point,
    cases,
    config: readConfig(resolved),
    inputs,
    publicInputs: inputs.filter(open),
    publicOutputs: outputs.filter(open),
    secretOutputs: outputs.filter(secret),
  }
}

/** The author's configuration: as the runner gives it, or by hand that of the solution's folder. */
function readConfig(folder) {
  let file = path.join(folder, 'config.json')
  let text
  if (fs.existsSync(file)) {
    text = fs.readFileSync(file, 'utf8')
  } else {
    file = path.join(path.dirname(__dirname), 'config.jsonc')
    text = withoutComments(fs.readFileSync(file, 'utf8'))
  }
  const values = readManifest(text, file)
  const config = {}
  for (const [name, element, isList] of signature.CONFIG) {
    const value = values instanceof Map ? values.get(name) : undefined
    if (value === undefined || Array.isArray(value) !== isList) {
      throw new Fault(`${file} lacks '${name}', or it is ${isList ? 'no list' : 'a list'}`)
    }
    const one = (it) => configValue(file, name, element, it)
    config[name] = isList ? value.map(one) : one(value)
  }
  return config
}

function configValue(file, name, element, value) {
  if (element === null ? typeof value !== 'string' : !(value instanceof Numeral)) {
    throw new Fault(`${file}: '${name}' is no ${element === null ? 'text' : 'number'}`)
  }
  return element === null ? value : numeral(name, element, value.text)
}

/** The same JSON without comments, and without commas after the last element. */
function withoutComments(text) {
  return text
    .replace(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\//g, (found) => (found[0] === '"' ? found : ' '))
    .replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[\]}])/g, (found) => (found[0] === '"' ? found : ' '))
}

/** The bundle's functions, bound before the author's module is loaded. */
async function loadEnvelope() {
  const folder = path.join(__dirname, 'envelope')
  const file = ENVELOPES.find((name) => fs.existsSync(path.join(folder, name)))
  if (file === undefined) {
    throw new Fault(`there is none of ${ENVELOPES.join(', ')} in ${folder}`)
  }
  const module = await import(pathToFileURL(path.join(folder, file)))
  const envelope = {}
  for (const name of ['keygen', 'saveKeys', 'loadKeys', 'loadContext', 'encrypt', 'decrypt', 'saveCiphertext', 'loadCiphertext']) {
    envelope[name] = exported(module, name, true, 'envelope')
  }
  for (const name of ['inspect', 'release']) {
    envelope[name] = exported(module, name, false, 'envelope')
  }
  return envelope
}

async function loadSolution() {
  return import(pathToFileURL(findSource()))
}

function source(stage, name) {
  return `${stage.folder}/cases/${name}`
}

function target(stage, name) {
  return `${stage.folder}/out/${name}`
}

function readInputs(stage, name, wanted) {
  const inputs = {}
  for (let i = 0; i < wanted.length; i++) {
    const value = wanted[i]
    inputs[value[0]] = read(`${source(stage, name)}/${value[0]}.bin`, value[1], value[2])
  }
  return inputs
}

/** The files KIND-000.bin, KIND-001.bin, … of a case, as far as there are any, each as `take` reads it. */
function readNumbered(stage, name, kind, take) {
  const found = []
  for (;;) {
    const file = `${source(stage, name)}/${kind}-${padded(found.length, 3)}.bin`
    let size
    try {
      size = sizeOf(file)
    } catch (error) {
      if (error.code === 'ENOENT') {
        return found
      }
      throw error
    }
    found[found.length] = take(file, size)
  }
}

function sizeOf(file) {
  const opened = own.openSync(file, 'r')
  try {
    return own.fstatSync(opened).size
  } finally {
    own.closeSync(opened)
  }
}

const takeVector = (file, size) => read(file, PACKING, [own.Math.trunc(size / SIZES[PACKING])])
const takeBytes = (file) => read(file, 'bytes', null)

function writeNumbered(stage, name, kind, buffers) {
  makeFolder(target(stage, name))
  for (let i = 0; i < buffers.length; i++) {
    writeFile(`${target(stage, name)}/${kind}-${padded(i, 3)}.bin`, buffers[i])
  }
}

function writeOutputs(stage, name, result, outputs) {
  const values = namedOutputs(result, outputs)
  const buffers = []
  for (let i = 0; i < outputs.length; i++) {
    buffers[i] = toBytes(outputs[i][0], outputs[i][1], outputs[i][2], values[i])
  }
  makeFolder(target(stage, name))
  for (let i = 0; i < outputs.length; i++) {
    writeFile(`${target(stage, name)}/${outputs[i][0]}.bin`, buffers[i])
  }
}

/** An Array that a function returned, as it is: no code of the author's runs while it is read. */
function listed(name, what, result) {
  if (own.isProxy(result) || !own.isArray(result)) {
    throw new Fault(`${name} returned ${kindOf(result)}, not a list of ${what}`)
  }
  const list = []
  for (let i = 0; i < result.length; i++) {
    list[i] = result[i]
  }
  return list
}

/** The bytes of each vector. */
function vectorBytes(name, result) {
  const vectors = listed(name, 'vectors', result)
  const buffers = []
  for (let i = 0; i < vectors.length; i++) {
    const one = vectors[i]
    const isView = own.isView(one) && !own.isDataView(one)
    if (own.isProxy(one) || !(own.isArray(one) || isView)) {
      throw new Fault(`vector ${i} is ${kindOf(one)}, not a vector of ${PACKING}`)
    }
    buffers[i] = toBytes(`vector ${i}`, PACKING, [isView ? own.viewLength(one) : one.length], one)
  }
  return buffers
}

/** Vectors as the next stage would read them. */
function asRead(buffers) {
  const vectors = []
  for (let i = 0; i < buffers.length; i++) {
    const size = own.viewBytes(buffers[i])
    const copy = new own.Uint8Array(new own.ArrayBuffer(size))
    for (let at = 0; at < size; at++) {
      copy[at] = buffers[i][at]
    }
    vectors[i] = new own.arrays[PACKING](own.viewBuffer(copy))
  }
  return vectors
}

/** The ciphertexts in an answer of `run`: it is a list of them, or an object that has it beside public outputs. */
function returnedCiphertexts(stage, result) {
  if (stage.publicOutputs.length === 0) {
    return listed('run', 'ciphertexts', result)
  }
  const property =
    typeof result === 'object' && result !== null && !own.isProxy(result)
      ? own.getOwnPropertyDescriptor(result, 'ciphertexts')
      : undefined
  if (property === undefined || property.get !== undefined) {
    throw new Fault("run returned no 'ciphertexts' beside its public outputs")
  }
  return listed('run', 'ciphertexts', property.value)
}

/** The public outputs of an answer alone. */
function withoutCiphertexts(result) {
  const rest = {}
  const keys = own.ownKeys(result)
  for (let i = 0; i < keys.length; i++) {
    if (keys[i] !== 'ciphertexts' && typeof keys[i] === 'string') {
      const property = own.getOwnPropertyDescriptor(result, keys[i])
      if (property.get !== undefined) {
        throw new Fault(`run returned the output '${keys[i]}' as an accessor; return the value itself`)
      }
      rest[keys[i]] = property.value
    }
  }
  return rest
}

async function saveAll(envelope, ciphertexts) {
  const saved = []
  for (let i = 0; i < ciphertexts.length; i++) {
    const bytes = envelope.saveCiphertext(ciphertexts[i])
    saved[i] = own.isPromise(bytes) ? await settled('saveCiphertext', bytes) : bytes
  }
  return saved
}

/** @param holder the keys, or the server's context */
async function loadAll(envelope, holder, blobs) {
  const loaded = []
  for (let i = 0; i < blobs.length; i++) {
    const one = envelope.loadCiphertext(holder, blobs[i])
    loaded[i] = own.isPromise(one) ? await settled('loadCiphertext', one) : one
  }
  return loaded
}

function blobBytes(blobs) {
  const buffers = []
  for (let i = 0; i < blobs.length; i++) {
    buffers[i] = toBytes(`ciphertext ${i}`, 'bytes', null, blobs[i])
  }
  return buffers
}

/** Lets the envelope give back what its objects hold outside JavaScript, each object once. */
function letGo(envelope, lists) {
  if (envelope.release === undefined) {
    return
  }
  const gone = []
  for (let l = 0; l < lists.length; l++) {
    for (let i = 0; i < lists[l].length; i++) {
      let known = false
      for (let k = 0; k < gone.length; k++) {
        known = known || gone[k] === lists[l][i]
      }
      if (!known) {
        gone[gone.length] = lists[l][i]
        envelope.release(lists[l][i])
      }
    }
  }
}

/** {clock, meters}: notes of what the envelope reads off ciphertexts, and how long that took. */
async function inspected(envelope, keys, ciphertexts) {
  if (envelope.inspect === undefined) {
    return { clock: [], meters: [] }
  }
  const { value, nanos } = await clocked('inspect', () => envelope.inspect(keys, ciphertexts))
  const notes = []
  for (let i = 0; i < METERS.length; i++) {
    const meter = value?.[METERS[i]]
    if (meter !== undefined && meter !== null) {
      notes[notes.length] = [METERS[i], meterText(METERS[i], meter)]
    }
  }
  return { clock: [['inspect', nanos]], meters: notes }
}

/** A meter without an exponent. */
function meterText(name, value) {
  const number = own.Number(value)
  if (!own.isFinite(number)) {
    throw new Fault(`inspect gave a ${name} that is not finite`)
  }
  const text = `${number}`
  return !/e/.test(text) ? text : number < 1 && number > -1 ? own.toFixed(number, 20) : `${own.BigInt(number)}`
}

function readKeys(folder) {
  const keys = {}
  for (const file of fs.readdirSync(folder).sort()) {
    if (file.endsWith('.bin')) {
      keys[file.slice(0, -4)] = takeBytes(path.join(folder, file))
    }
  }
  return keys
}

function writeKeys(folder, keys) {
  makeFolder(folder)
  for (const [name, bytes] of Object.entries(keys)) {
    if (!KEY_NAME.test(name)) {
      throw new Fault(`saveKeys called a key '${name}'; a name is made of letters, digits, '_' and '-'`)
    }
    writeFile(`${folder}/${name}.bin`, toBytes(`key ${name}`, 'bytes', null, bytes))
  }
}

/** The same bytes in arrays of their own, as if they had been read. */
function copiedKeys(keys) {
  return Object.fromEntries(
    Object.entries(keys).map(([name, bytes]) => [name, Uint8Array.from(toBytes(`key ${name}`, 'bytes', null, bytes))]))
}

/** The author's `init`, bound with his `run` and `free`. */
async function beginServer(stage, context) {
  const { nanos } = await clocked('init', async () => {
    const module = await loadSolution()
    const init = exported(module, 'init', true)
    stage.run = exported(module, 'run', true)
    stage.free = exported(module, 'free', false)
    stage.state = await init(stage.point, context, stage.config)
    stage.solution = module
  })
  return nanos
}

async function finishServer(stage) {
  if (stage.free !== undefined) {
    const value = stage.free(stage.state)
    if (own.isPromise(value)) {
      await settled('free', value)
    }
  }
}

/** {result, nanos}: the author's `run`, and the window around it. */
async function measured(stage, ciphertexts, inputs) {
  const run = stage.run
  const state = stage.state
  const begin = now()
  let result = run(state, ciphertexts, inputs)
  let end = now()
  if (own.isPromise(result)) {
    result = await settled('run', result)
    end = now()
  }
  const nanos = end - begin
  return { result, nanos: nanos > 0n ? nanos : 1n }
}

const ENCODE = {
  async begin(stage) {
    stage.encode = exported(await loadSolution(), 'encode', true)
    return []
  },
  async execute(stage, name) {
    const inputs = readInputs(stage, name, stage.inputs)
    const { value, nanos } = await clocked('encode', () => stage.encode(inputs, stage.point, stage.config))
    writeNumbered(stage, name, 'packing', vectorBytes('encode', value))
    return { nanos, notes: [] }
  },
}

const SEAL = {
  async begin(stage) {
    const envelope = await loadEnvelope()
    const made = await clocked('keygen', () => envelope.keygen(stage.config, stage.point))
    const saved = await clocked('saveKeys', () => envelope.saveKeys(made.value))
    const { public: open, secret, parameters } = saved.value
    makeFolder(`${stage.folder}/out`)
    writeKeys(`${stage.folder}/out/keys`, open)
    writeKeys(`${stage.folder}/out/secret`, secret)
    writeFile(`${stage.folder}/out/parameters.json`, own.encode(own.encoder, JSON.stringify(parameters) + '\n'))
    stage.envelope = envelope
    stage.keys = made.value
    return [['keygen', made.nanos], ['save_keys', saved.nanos]]
  },
  async execute(stage, name) {
    const envelope = stage.envelope
    const packings = readNumbered(stage, name, 'packing', takeVector)
    const encrypted = await clocked('encrypt', () => envelope.encrypt(stage.keys, packings))
    const ciphertexts = listed('encrypt', 'ciphertexts', encrypted.value)
    try {
      const saved = await clocked('saveCiphertext', () => saveAll(envelope, ciphertexts))
      writeNumbered(stage, name, 'ciphertext', blobBytes(saved.value))
      return { nanos: encrypted.nanos, notes: [['save', saved.nanos]] }
    } finally {
      letGo(envelope, [ciphertexts])
    }
  },
}

const SERVER = {
  async begin(stage) {
    const envelope = await loadEnvelope()
    const keys = readKeys(`${stage.folder}/keys`)
    const loaded = await clocked('loadContext', () => envelope.loadContext(stage.config, stage.point, keys))
    stage.envelope = envelope
    stage.context = loaded.value
    return [['load_keys', loaded.nanos], ['init', await beginServer(stage, loaded.value)]]
  },
  async execute(stage, name) {
    const envelope = stage.envelope
    const inputs = readInputs(stage, name, stage.publicInputs)
    const blobs = readNumbered(stage, name, 'ciphertext', takeBytes)
    const loaded = await clocked('loadCiphertext', () => loadAll(envelope, stage.context, blobs))
    const held = [loaded.value]
    try {
      const { result, nanos } = await measured(stage, loaded.value, inputs)
      const returned = returnedCiphertexts(stage, result)
      held[1] = returned
      const saved = await clocked('saveCiphertext', () => saveAll(envelope, returned))
      writeNumbered(stage, name, 'ciphertext', blobBytes(saved.value))
      if (stage.publicOutputs.length > 0) {
        writeOutputs(stage, name, withoutCiphertexts(result), stage.publicOutputs)
      }
      return { nanos, notes: [['load', loaded.nanos], ['save', saved.nanos]] }
    } finally {
      letGo(envelope, held)
    }
  },
  finish: finishServer,
}

const OPEN = {
  async begin(stage) {
    const envelope = await loadEnvelope()
    const blobs = { public: readKeys(`${stage.folder}/keys`), secret: readKeys(`${stage.folder}/secret`) }
    const loaded = await clocked('loadKeys', () => envelope.loadKeys(stage.config, stage.point, blobs))
    stage.envelope = envelope
    stage.keys = loaded.value
    return [['load_keys', loaded.nanos]]
  },
  async execute(stage, name) {
    const envelope = stage.envelope
    const blobs = readNumbered(stage, name, 'ciphertext', takeBytes)
    const loaded = await clocked('loadCiphertext', () => loadAll(envelope, stage.keys, blobs))
    try {
      const { clock, meters } = await inspected(envelope, stage.keys, loaded.value)
      const { value, nanos } = await clocked('decrypt', () => envelope.decrypt(stage.keys, loaded.value))
      writeNumbered(stage, name, 'plain', vectorBytes('decrypt', value))
      return { nanos, notes: [['load', loaded.nanos], ...clock, ...meters] }
    } finally {
      letGo(envelope, [loaded.value])
    }
  },
}

const DECODE = {
  async begin(stage) {
    stage.decode = exported(await loadSolution(), 'decode', true)
    return []
  },
  async execute(stage, name) {
    const plaintexts = readNumbered(stage, name, 'plain', takeVector)
    const { value, nanos } = await clocked('decode', () => stage.decode(plaintexts, stage.point, stage.config))
    writeOutputs(stage, name, value, stage.secretOutputs)
    return { nanos, notes: [] }
  },
}

/** All the stages in one process, with the same bytes between them as if they were apart. */
const JOINED = {
  async begin(stage) {
    const envelope = await loadEnvelope()
    const made = await clocked('keygen', () => envelope.keygen(stage.config, stage.point))
    const saved = await clocked('saveKeys', () => envelope.saveKeys(made.value))
    const open = copiedKeys(saved.value.public)
    const secret = copiedKeys(saved.value.secret)
    const loaded = await clocked('loadKeys', async () => {
      stage.keys = await envelope.loadKeys(stage.config, stage.point, { public: open, secret })
      stage.context = await envelope.loadContext(stage.config, stage.point, open)
    })
    stage.envelope = envelope
    const init = await beginServer(stage, stage.context)
    stage.encode = exported(stage.solution, 'encode', true)
    stage.decode = exported(stage.solution, 'decode', true)
    return [['keygen', made.nanos], ['save_keys', saved.nanos], ['load_keys', loaded.nanos], ['init', init]]
  },
  async execute(stage, name) {
    const { envelope, keys, context, point, config } = stage
    const inputs = readInputs(stage, name, stage.inputs)
    const publicInputs = readInputs(stage, name, stage.publicInputs)
    const held = []
    try {
      const encoded = await clocked('encode', () => stage.encode(inputs, point, config))
      const packings = asRead(vectorBytes('encode', encoded.value))
      const encrypted = await clocked('encrypt', () => envelope.encrypt(keys, packings))
      held[0] = listed('encrypt', 'ciphertexts', encrypted.value)
      const sent = await clocked('saveCiphertext', () => saveAll(envelope, held[0]))
      const loaded = await clocked('loadCiphertext', () => loadAll(envelope, context, blobBytes(sent.value)))
      held[1] = loaded.value
      const { result, nanos } = await measured(stage, loaded.value, publicInputs)
      held[2] = returnedCiphertexts(stage, result)
      const answer = await clocked('saveCiphertext', () => saveAll(envelope, held[2]))
      const opened = await clocked('loadCiphertext', () => loadAll(envelope, keys, blobBytes(answer.value)))
      held[3] = opened.value
      const { clock, meters } = await inspected(envelope, keys, opened.value)
      const decrypted = await clocked('decrypt', () => envelope.decrypt(keys, opened.value))
      const plaintexts = asRead(vectorBytes('decrypt', decrypted.value))
      const decoded = await clocked('decode', () => stage.decode(plaintexts, point, config))
      writeOutputs(stage, name, decoded.value, stage.secretOutputs)
      if (stage.publicOutputs.length > 0) {
        writeOutputs(stage, name, withoutCiphertexts(result), stage.publicOutputs)
      }
      return {
        nanos,
        notes: [
          ['encode', encoded.nanos],
          ['encrypt', encrypted.nanos],
          ['save', sent.nanos],
          ['load', loaded.nanos],
          ['save_answer', answer.nanos],
          ['load_answer', opened.nanos],
          ...clock,
          ['decrypt', decrypted.nanos],
          ['decode', decoded.nanos],
          ['ciphertexts_in', sent.value.length],
          ['ciphertexts_out', answer.value.length],
          ...meters,
        ],
      }
    } finally {
      letGo(envelope, held)
    }
  },
  finish: finishServer,
}

const STAGES = { encode: ENCODE, seal: SEAL, server: SERVER, open: OPEN, decode: DECODE, joined: JOINED }

/** What comes before the first case; its clocks. */
async function begin(stage) {
  const clocks = await stage.begin(stage)
  const rejected = await unhandled()
  if (rejected !== null) {
    throw rejected.reason
  }
  own.collect()
  return clocks
}

/** {nanos, notes, reason}: what became of a case. */
async function attempt(stage, index) {
  // The rubbish of the case before is not to be collected inside this one's window.
  own.collect(own.young)
  let reason
  try {
    const { nanos, notes } = await stage.execute(stage, padded(index, 6))
    const rejected = await unhandled()
    if (rejected === null) {
      return { nanos, notes, reason: null }
    }
    reason = tell(index, rejected.reason, 'unhandled rejection: ')
  } catch (error) {
    reason = tell(index, error, '')
    await unhandled()
  }
  return { nanos: 0n, notes: [], reason }
}

function said(notes) {
  let text = ''
  for (let i = 0; i < notes.length; i++) {
    text += ` ${notes[i][0]}=${notes[i][1]}`
  }
  return text
}

async function finish(stage) {
  await stage.finish?.(stage)
  return 0
}

/** All the cases in turn, without a runner. Whether an answer is right is not known here. */
async function executeAll(stage) {
  const file = `${stage.folder}/out/results.json`
  makeFolder(`${stage.folder}/out`)
  const clocks = Object.fromEntries(await begin(stage))
  const envelope = clocks.keygen + clocks.save_keys + clocks.load_keys
  let text = `{"envelope_s":${seconds(envelope)},"init_s":${seconds(clocks.init)},"cases":[`
  const windows = []
  for (let index = 0; index < stage.cases; index++) {
    const result = await attempt(stage, index)
    if (result.reason === null) {
      windows[windows.length] = result.nanos
    }
    text += (index === 0 ? '\n' : ',\n') + row(index, result)
    writeFile(file + '.next', own.encode(own.encoder, text + '\n]}\n'))
    own.renameSync(file + '.next', file)
  }
  await finish(stage)
  log(summary(stage.cases, windows, file))
  return windows.length === stage.cases ? 0 : 1
}

function row(index, { nanos, notes, reason }) {
  if (reason !== null) {
    return `{"i":${index},"status":"crashed","note":${own.quoted(reason)}}`
  }
  let text = `{"i":${index},"seconds":${seconds(nanos)},"status":"ok"`
  for (const [name, key] of [['encode', 'encoding_s'], ['encrypt', 'encrypt_s'], ['decrypt', 'decrypt_s'], ['decode', 'decoding_s']]) {
    text += `,"${key}":${seconds(noteOf(notes, name))}`
  }
  for (const name of ['ciphertexts_in', 'ciphertexts_out']) {
    text += `,"${name}":${noteOf(notes, name)}`
  }
  return text + '}'
}

function noteOf(notes, name) {
  for (let i = 0; i < notes.length; i++) {
    if (notes[i][0] === name) {
      return notes[i][1]
    }
  }
  return 0n
}

start({
  open: openStage,
  begin: async (stage) => said(await begin(stage)),
  execute: async (stage, index) => {
    const { nanos, notes, reason } = await attempt(stage, index)
    return { nanos, clocks: said(notes), reason }
  },
  finish,
  executeAll,
})
