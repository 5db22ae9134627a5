'use strict'
// What the envelopes of CKKS and BFV share: Microsoft SEAL in WebAssembly (npm's node-seal), its keys and its bytes.

const SEAL = require('node-seal')

/** One instance a process: objects of two do not mix. */
let loading

/** What SEAL writes before the numbers of a ciphertext, in bytes. */
const CIPHERTEXT_HEAD = 113
const HEADER = 16
const MAGIC = 0xa15e

function load() {
  loading = loading ?? SEAL()
  return loading
}

/** A context of the given parameters. SEAL itself refuses what is below 128 bits of security, too. */
function contextOf(seal, parameters) {
  const context = seal.Context(parameters, true, seal.SecurityLevel.tc128)
  if (!context.parametersSet()) {
    throw new Error(
      `SEAL refuses the parameters: ring degree ${parameters.polyModulusDegree}, primes of ${bitsOf(parameters)} bits`)
  }
  return context
}

/** The bits of each prime of the modulus, the one that switches keys included. */
function bitsOf(parameters) {
  return Array.from(parameters.coeffModulus, (prime) => prime.toString(2).length)
}

/** Parameters with a ring and a modulus; the scheme's own settings are still to be made. */
function parametersOf(seal, scheme, config) {
  const parameters = seal.EncryptionParameters(scheme)
  parameters.setPolyModulusDegree(config.ring_degree)
  parameters.setCoeffModulus(seal.CoeffModulus.Create(config.ring_degree, Int32Array.from(config.modulus_bits)))
  return parameters
}

/** Everything uncompressed: its bytes are as good as random, and so sizes are SEAL's own. */
function save(seal, object) {
  return object.saveArray(seal.ComprModeType.none)
}

function loadParameters(seal, bytes) {
  const parameters = seal.EncryptionParameters(seal.SchemeType.none)
  parameters.loadArray(checked(bytes, 'the parameters'))
  return parameters
}

function loadObject(context, empty, bytes, what) {
  empty.loadArray(context, checked(bytes, what))
  return empty
}

/** SEAL aborts on bytes that are cut, and takes no notice of those after the end. */
function checked(bytes, what) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < HEADER || view.getUint16(0, true) !== MAGIC || view.getBigUint64(8, true) !== BigInt(bytes.length)) {
    throw new Error(`${what}: ${bytes.length} bytes that are nothing of SEAL's, or were cut`)
  }
  return bytes
}

/** A ciphertext; what its head says of its size has to be what is there. */
function loadCiphertext(seal, context, bytes) {
  checked(bytes, 'a ciphertext')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < CIPHERTEXT_HEAD || view.getUint8(5) !== 0) {
    throw new Error(`${bytes.length} bytes that are no ciphertext without compression`)
  }
  const [polynomials, degree, primes] = [49, 57, 65].map((at) => Number(view.getBigUint64(at, true)))
  const count = polynomials * degree * primes
  const whole = CIPHERTEXT_HEAD + 8 * count
  const fits =
    polynomials >= 2 && polynomials <= 16 && primes >= 1 && primes <= 64 && whole === bytes.length &&
    view.getBigUint64(97, true) === BigInt(bytes.length - 89) && view.getBigUint64(105, true) === BigInt(count)
  if (!fits) {
    throw new Error(
      `a ciphertext of ${polynomials} polynomials of ${degree} coefficients and ${primes} primes has ${whole} bytes, this has ${bytes.length}`)
  }
  return loadObject(context, seal.CipherText(), bytes, 'a ciphertext')
}

/** The levels that are left of a ciphertext: how often it can still be multiplied and rescaled, or switched down. */
function levelOf(context, ciphertext) {
  const found = context.getContextData(ciphertext.parmsId)
  return found.chainIndex
}

module.exports = {
  load, contextOf, bitsOf, parametersOf, save, loadParameters, loadObject, loadCiphertext, levelOf,
}
