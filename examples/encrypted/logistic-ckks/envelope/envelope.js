'use strict'
// The envelope of logistic/ckks. It alone makes, holds and uses the secret key.

const shared = require('./seal.js')

async function keygen(config) {
  const seal = await shared.load()
  const parameters = shared.parametersOf(seal, seal.SchemeType.ckks, config)
  const context = shared.contextOf(seal, parameters)
  const generator = seal.KeyGenerator(context)
  const keys = {
    publicKey: generator.createPublicKey(),
    relinKeys: generator.createRelinKeys(),
    secretKey: generator.secretKey(),
  }
  return { seal, parameters, context, config, ...keys, ...tools(seal, context, keys) }
}

function tools(seal, context, { publicKey, secretKey }) {
  return {
    encoder: seal.CKKSEncoder(context),
    encryptor: publicKey === undefined ? undefined : seal.Encryptor(context, publicKey),
    decryptor: seal.Decryptor(context, secretKey),
  }
}

function saveKeys({ seal, parameters, publicKey, relinKeys, secretKey }) {
  return {
    public: {
      parameters: shared.save(seal, parameters),
      public: shared.save(seal, publicKey),
      relin: shared.save(seal, relinKeys),
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
  return { seal, parameters, context, config, publicKey, secretKey, ...tools(seal, context, { publicKey, secretKey }) }
}

/** What a server computes with. Its `encoder` encodes numbers that everybody knows. */
async function loadContext(config, point, blobs) {
  const seal = await shared.load()
  const context = shared.contextOf(seal, shared.loadParameters(seal, blobs.parameters))
  return {
    seal,
    context,
    evaluator: seal.Evaluator(context),
    encoder: seal.CKKSEncoder(context),
    publicKey: shared.loadObject(context, seal.PublicKey(), blobs.public, 'the public key'),
    relinKeys: shared.loadObject(context, seal.RelinKeys(), blobs.relin, 'the keys to relinearise'),
    scale: 2 ** config.scale_bits,
  }
}

function encrypt({ encoder, encryptor, config }, packings) {
  return packings.map((packing) => {
    // A larger number does not fit the modulus, and SEAL does not say so.
    if (packing.length > encoder.slotCount || packing.some((x) => !(Math.abs(x) <= 1024))) {
      throw new Error(
        `a packing has at most ${encoder.slotCount} numbers from -1024 to 1024; this has ${packing.length}`)
    }
    const plain = encoder.encode(packing, 2 ** config.scale_bits)
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
      return encoder.decode(plain)
    } finally {
      plain.delete()
    }
  })
}

/** The worst of some ciphertexts. CKKS has no noise budget that could be read off. */
function inspect({ context }, ciphertexts) {
  return ciphertexts.length === 0
    ? {}
    : {
        level: Math.min(...ciphertexts.map((one) => shared.levelOf(context, one))),
        scale_bits: Math.min(...ciphertexts.map((one) => Math.log2(one.scale))),
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
