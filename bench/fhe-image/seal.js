// Shows that CKKS and BFV of Microsoft SEAL work: keys, encrypt, square, rotate, decrypt; sizes, noise, times.
'use strict'

const SEAL = require('node-seal')
const DEGREE = 8192

const now = () => Number(process.hrtime.bigint()) / 1e6

function timed(name, call) {
  call()
  call()
  call()
  const start = now()
  const result = call()
  console.log(`  ${name.padEnd(12)} ${(now() - start).toFixed(3)} ms`)
  return result
}

function setUp(seal, scheme, coefficients) {
  const parameters = seal.EncryptionParameters(seal.SchemeType[scheme])
  parameters.setPolyModulusDegree(DEGREE)
  parameters.setCoeffModulus(coefficients)
  if (scheme === 'bfv') {
    parameters.setPlainModulus(seal.PlainModulus.Batching(DEGREE, 20))
  }
  const context = seal.Context(parameters, true, seal.SecurityLevel.tc128)
  if (!context.parametersSet()) {
    throw new Error(`${scheme}: the parameters are below 128 bits of security`)
  }
  const keys = seal.KeyGenerator(context)
  return {
    context,
    encryptor: seal.Encryptor(context, keys.createPublicKey()),
    decryptor: seal.Decryptor(context, keys.secretKey()),
    evaluator: seal.Evaluator(context),
    relin: keys.createRelinKeys(),
    galois: keys.createGaloisKeys(Int32Array.from([1])),
  }
}

function size(seal, name, value) {
  console.log(`  ${name.padEnd(12)} ${value.saveArray(seal.ComprModeType.none).length} bytes`)
}

function ckks(seal) {
  const { context, encryptor, decryptor, evaluator, relin, galois } = setUp(
    seal, 'ckks', seal.CoeffModulus.Create(DEGREE, Int32Array.from([60, 40, 40, 60])))
  const encoder = seal.CKKSEncoder(context)
  const xs = Float64Array.from({ length: encoder.slotCount }, (_, i) => i / encoder.slotCount - 0.5)
  const plain = timed('encode', () => encoder.encode(xs, 2 ** 40))
  const fresh = timed('encrypt', () => encryptor.encrypt(plain))
  const square = timed('square', () => evaluator.rescaleToNext(evaluator.relinearize(evaluator.square(fresh), relin)))
  const rotated = timed('rotate', () => evaluator.rotateVector(square, 1, galois))
  const answer = encoder.decode(timed('decrypt', () => decryptor.decrypt(rotated)))
  size(seal, 'ciphertext', fresh)
  size(seal, 'relin keys', relin)
  const worst = xs.reduce((most, _, i) => Math.max(most, Math.abs(answer[i] - xs[(i + 1) % xs.length] ** 2)), 0)
  console.log(`  precision    ${(-Math.log2(worst)).toFixed(1)} bits in the worst of ${xs.length} slots`)
  return worst < 1e-6
}

function bfv(seal) {
  const { context, encryptor, decryptor, evaluator, relin, galois } = setUp(
    seal, 'bfv', seal.CoeffModulus.BFVDefault(DEGREE, seal.SecurityLevel.tc128))
  const encoder = seal.BatchEncoder(context)
  const row = encoder.slotCount / 2
  const xs = Int32Array.from({ length: encoder.slotCount }, (_, i) => (i % 700) - 350)
  const plain = timed('encode', () => encoder.encode(xs))
  const fresh = timed('encrypt', () => encryptor.encrypt(plain))
  const square = timed('square', () => evaluator.relinearize(evaluator.square(fresh), relin))
  const rotated = timed('rotate', () => evaluator.rotateRows(square, 1, galois))
  const answer = encoder.decode(timed('decrypt', () => decryptor.decrypt(rotated)), true)
  size(seal, 'ciphertext', fresh)
  size(seal, 'relin keys', relin)
  console.log(`  noise budget ${decryptor.invariantNoiseBudget(fresh)} bits, then ${decryptor.invariantNoiseBudget(rotated)}`)
  return xs.every((_, i) => answer[i] === xs[(i < row ? 0 : row) + ((i + 1) % row)] ** 2)
}

SEAL().then((seal) => {
  console.log(`node ${process.version}, node-seal ${seal.Version}, ring degree ${DEGREE}`)
  for (const scheme of [ckks, bfv]) {
    console.log(scheme.name)
    const right = scheme(seal)
    console.log(`  the answer is ${right ? 'right' : 'WRONG'}`)
    process.exitCode ||= right ? 0 : 1
  }
})
