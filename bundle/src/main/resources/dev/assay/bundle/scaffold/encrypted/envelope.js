// The envelope of {{name}}: the part that alone holds the secret key. Its functions may be async.
//
// THIS STAND-IN ENCRYPTS NOTHING. It shows what each function gets and gives, so that the bundle works from the first
// minute. Put a library of homomorphic encryption in its place before anybody measures with it.
'use strict'

const { randomBytes, timingSafeEqual } = require('crypto')

const TAG_BYTES = 16

// ---- on the client ---------------------------------------------------------------------------------------------------

/** All keys, out of what the author chose. */
function keygen(config, point) {
  return { tag: randomBytes(TAG_BYTES), secret: randomBytes(32), config }
}

/**
 * The bytes of the keys by name: public ones go to the server, secret ones never leave the client. The parameters are
 * those that the keys were really made with.
 */
function saveKeys(keys) {
  return {
    public: { tag: keys.tag },
    secret: { key: keys.secret },
    parameters: { ring_degree: Number(keys.config.{{ring_degree}}), modulus_bits: {{modulus}} },
  }
}

/** The keys again, in the process that decrypts. */
function loadKeys(config, point, blobs) {
  return { tag: blobs.public.tag, secret: blobs.secret.key, config }
}

/** The ciphertexts that the server gets, in order: here one for each vector. */
function encrypt(keys, packings) {
  return packings.map((packing) => ({ tag: keys.tag, values: packing }))
}

/** A vector for each ciphertext that came back. */
function decrypt(keys, ciphertexts) {
  return ciphertexts.map((one) => one.values)
}

/** What can be read off the ciphertexts that came back, the worst of them: noise_budget_bits, level, scale_bits. */
function inspect(keys, ciphertexts) {
  return {}
}

// ---- on the server ---------------------------------------------------------------------------------------------------

/** What the server computes with: the public keys. */
function loadContext(config, point, keys) {
  return { tag: keys.tag }
}

/** Of the author's use: a ciphertext times public numbers, element by element. */
function multiply(context, ciphertext, numbers) {
  return { tag: ciphertext.tag, values: ciphertext.values.map((value, i) => value * numbers[i]) }
}

// ---- on both ---------------------------------------------------------------------------------------------------------

/** The bytes of a ciphertext. */
function saveCiphertext(ciphertext) {
  const { buffer, byteOffset, byteLength } = ciphertext.values
  return Buffer.concat([ciphertext.tag, Buffer.from(buffer, byteOffset, byteLength)])
}

/**
 * A ciphertext again. holder: the keys, or the server's context. Whatever a server sends comes here: what is cut or of
 * another key is an error.
 */
function loadCiphertext(holder, bytes) {
  if (bytes.length < TAG_BYTES || !timingSafeEqual(bytes.subarray(0, TAG_BYTES), holder.tag)) {
    throw new Error('the ciphertext is of another key')
  }
  return { tag: holder.tag, values: new {{array}}(Uint8Array.from(bytes.subarray(TAG_BYTES)).buffer) }
}

/** Optional: gives back what a ciphertext holds outside JavaScript. */
function release(ciphertext) {}

module.exports = {
  keygen, saveKeys, loadKeys, encrypt, decrypt, inspect, loadContext, multiply, saveCiphertext, loadCiphertext, release,
}
