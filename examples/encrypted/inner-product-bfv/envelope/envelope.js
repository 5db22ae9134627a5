'use strict'
// The envelope of inner-product/bfv. It alone makes, holds and uses the secret key.

const shared = require('./seal.js')

async function keygen(config) {
  const seal = await shared.load()
  const parameters = shared.parametersOf(seal, seal.SchemeType.bfv, config)
  parameters.setPlainModulus(seal.PlainModulus.Batching(config.ring_degree, config.plain_modulus_bits))
  const context = shared.contextOf(seal, parameters)
  const generator = seal.KeyGenerator(context)
  const keys = {
    publicKey: generator.createPublicKey(),
    relinKeys: generator.createRelinKeys(),
    secretKey: generator.secretKey(),
  }
  // Keys to rotate are large, so only those are made that the configuration asks for.
  const galoisKeys =
    config.rotations.length === 0 ? undefined : generator.createGaloisKeys(Int32Array.from(config.rotations))
  return { seal, parameters, context, galoisKeys, ...keys, ...tools(seal, context, keys) }
}

function tools(seal, context, { publicKey, secretKey }) {
  return {
    encoder: seal.BatchEncoder(context),
    encryptor: seal.Encryptor(context, publicKey),
    decryptor: seal.Decryptor(context, secretKey),
  }
}

function saveKeys({ seal, parameters, publicKey, relinKeys, galoisKeys, secretKey }) {
  return {
    public: {
      parameters: shared.save(seal, parameters),
      public: shared.save(seal, publicKey),
      relin: shared.save(seal, relinKeys),
      ...(galoisKeys === undefined ? {} : { galois: shared.save(seal, galoisKeys) }),
    },
    secret: { secret: shared.save(seal, secretKey) },
    parameters: { ring_degree: parameters.polyModulusDegree, modulus_bits: shared.bitsOf(parameters) },
  }
}

async function loadKeys(config, point, blobs) {
  const seal = await shared.load()
  const parameters = shared.loadParameters(seal, blobs.public.parameters)
  const context = shared.contextOf(seal, parameters)
  const publicKey = shared.loadObject(context, seal.PublicKey(), blobs.public.public, 'the public key')
  const secretKey = shared.loadObject(context, seal.SecretKey(), blobs.secret.secret, 'the secret key')
  return { seal, parameters, context, publicKey, secretKey, ...tools(seal, context, { publicKey, secretKey }) }
}

/** What a server computes with; `galoisKeys` are there where the configuration asks for rotations. */
async function loadContext(config, point, blobs) {
  const seal = await shared.load()
  const context = shared.contextOf(seal, shared.loadParameters(seal, blobs.parameters))
  return {
    seal,
    context,
    evaluator: seal.Evaluator(context),
    encoder: seal.BatchEncoder(context),
    publicKey: shared.loadObject(context, seal.PublicKey(), blobs.public, 'the public key'),
    relinKeys: shared.loadObject(context, seal.RelinKeys(), blobs.relin, 'the keys to relinearise'),
    galoisKeys:
      blobs.galois === undefined
        ? undefined
        : shared.loadObject(context, seal.GaloisKeys(), blobs.galois, 'the keys to rotate'),
  }
}

function encrypt({ encoder, encryptor, parameters }, packings) {
  const half = BigInt(parameters.plainModulus.value) / 2n
  return packings.map((packing) => {
    if (packing.length > encoder.slotCount || packing.some((x) => x > half || x < -half)) {
      throw new Error(
        `a packing has at most ${encoder.slotCount} integers from -${half} to ${half}; this has ${packing.length}`)
    }
    const plain = encoder.encode(packing)
    try {
      return encryptor.encrypt(plain)
    } finally {
      plain.delete()
    }
  })
}

function decrypt({ seal, encoder, decryptor }, ciphertexts) {
  return ciphertexts.map((ciphertext) => {
    const plain = seal.PlainText()
    try {
      decryptor.decrypt(ciphertext, plain)
      return BigInt64Array.from(encoder.decode(plain, true), BigInt)
    } finally {
      plain.delete()
    }
  })
}

/** The worst of some ciphertexts. With no budget left, what they hold is lost. */
function inspect({ context, decryptor }, ciphertexts) {
  return ciphertexts.length === 0
    ? {}
    : {
        noise_budget_bits: Math.min(...ciphertexts.map((one) => decryptor.invariantNoiseBudget(one))),
        level: Math.min(...ciphertexts.map((one) => shared.levelOf(context, one))),
      }
}

async function saveCiphertext(ciphertext) {
  return shared.save(await shared.load(), ciphertext)
}

function loadCiphertext({ seal, context }, bytes) {
  return shared.loadCiphertext(seal, context, bytes)
}

function release(ciphertext) {
  ciphertext.delete?.()
}

module.exports = {
  keygen, saveKeys, loadKeys, loadContext, encrypt, decrypt, inspect, saveCiphertext, loadCiphertext, release,
}
