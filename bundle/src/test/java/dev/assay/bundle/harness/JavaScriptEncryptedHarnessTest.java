package dev.assay.bundle.harness;

import java.util.Map;

class JavaScriptEncryptedHarnessTest extends EncryptedHarnessContract {
  @Override
  String language() {
    return "javascript";
  }

  @Override
  void assumeTools() {
    Programs.assume("node");
  }

  @Override
  Map<String, String> envelope() {
    return Map.of(
        "envelope.js",
        """
        'use strict'
        const bytes = (numbers) => new Uint8Array(BigInt64Array.from(numbers).buffer)
        const numbers = (bytes) => {
          if (bytes.length < 16 || bytes.length % 8 !== 0) throw new Error('cut')
          return new BigInt64Array(Uint8Array.from(bytes).buffer)
        }
        const number = (bytes) => new BigInt64Array(Uint8Array.from(bytes).buffer)[0]
        exports.keygen = async (config) => {
          await null
          return { tag: 77n, key: 1000003n * BigInt(config.ring_degree), bits: config.modulus_bits }
        }
        exports.saveKeys = (keys) => ({
          public: { tag: bytes([keys.tag]) },
          secret: { key: bytes([keys.key]) },
          parameters: { ring_degree: 4096, modulus_bits: keys.bits },
        })
        exports.loadKeys = (config, point, blobs) => ({ tag: number(blobs.public.tag), key: number(blobs.secret.key) })
        exports.loadContext = async (config, point, keys) => ({ tag: number(keys.tag) })
        exports.encrypt = (keys, packings) => packings.map((packing) => (
          { tag: keys.tag, factor: 1n, values: packing.map((value) => value + keys.key) }))
        exports.decrypt = async (keys, ciphertexts) => ciphertexts.map((one) => (
          one.values.map((value) => value - one.factor * keys.key)))
        exports.inspect = (keys, ciphertexts) => ({ noise_budget_bits: 12.5, level: 2 })
        exports.saveCiphertext = (one) => bytes([one.tag, one.factor, ...one.values])
        exports.loadCiphertext = (holder, bytes) => {
          const [tag, factor, ...values] = numbers(bytes)
          if (tag !== holder.tag) throw new Error('of an other key')
          return { tag, factor, values: BigInt64Array.from(values) }
        }
        exports.release = (one) => {
          if (one.values === null) throw new Error('released twice')
          one.values = null
        }
        """);
  }

  @Override
  Map<String, String> solution() {
    return Map.of(
        "package.json",
        "{\"type\": \"module\"}",
        "solution.js",
        """
        export function encode(inputs, point, config) {
          if (inputs.weight === 104n) throw new Error('too large')
          return [inputs.xs]
        }
        export function init(point, context, config) {
          return config
        }
        export async function run(config, ciphertexts, { weight }) {
          console.log('done 0 1')
          if (weight === 101n) throw new Error('one\\ntwo')
          const note = new TextEncoder().encode('noted')
          if (weight === 102n) return { ciphertexts: [], note }
          if (weight > 100n) return { ciphertexts, note }
          const one = ciphertexts[0]
          const values = one.values.map((value) => value * weight + config.shift)
          return { ciphertexts: [{ ...one, factor: one.factor * weight, values }], note }
        }
        export function decode(plaintexts, point, config) {
          if (plaintexts[0][0] === 105n) throw new Error('odd')
          return { ys: plaintexts[0] }
        }
        """);
  }
}
