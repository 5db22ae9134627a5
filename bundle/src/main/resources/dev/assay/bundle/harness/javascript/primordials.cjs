// Part of Assay's harness, laid over the solution before every build. Changes here are lost.
//
// What the harness uses of JavaScript and of Node.js, taken before the author's code is loaded: what that does to
// prototypes, to globals and to modules later changes nothing here.
'use strict'

const fs = require('fs')
const { types } = require('util')

const uncurried = Function.prototype.bind.bind(Function.prototype.call)
const TypedArray = Object.getPrototypeOf(Uint8Array.prototype)
const getter = (prototype, name) => uncurried(Object.getOwnPropertyDescriptor(prototype, name).get)

module.exports = Object.freeze({
  // Functions of fs and process do not use `this`.
  closeSync: fs.closeSync,
  fstatSync: fs.fstatSync,
  mkdirSync: fs.mkdirSync,
  openSync: fs.openSync,
  readSync: fs.readSync,
  renameSync: fs.renameSync,
  writeSync: fs.writeSync,
  isAnyArrayBuffer: types.isAnyArrayBuffer,
  isDataView: types.isDataView,
  isPromise: types.isPromise,
  isProxy: types.isProxy,
  // CLOCK_MONOTONIC on Linux, in nanoseconds.
  now: process.hrtime.bigint,
  exit: process.reallyExit.bind(process),
  collect: globalThis.gc,
  young: Object.freeze({ type: 'minor' }),
  setImmediate,
  wait: Atomics.wait,
  never: new Int32Array(new SharedArrayBuffer(4)),

  ArrayBuffer,
  BigInt,
  DataView,
  Error,
  Math: Object.freeze({ fround: Math.fround, min: Math.min, trunc: Math.trunc }),
  Number,
  Promise,
  String,
  Uint8Array,
  arrays: Object.freeze({
    i8: Int8Array, i16: Int16Array, i32: Int32Array, i64: BigInt64Array,
    u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, u64: BigUint64Array,
    f32: Float32Array, f64: Float64Array,
  }),

  getOwnPropertyDescriptor: Object.getOwnPropertyDescriptor,
  getPrototypeOf: Object.getPrototypeOf,
  isArray: Array.isArray,
  isFinite: Number.isFinite,
  toFixed: uncurried(Number.prototype.toFixed),
  isInteger: Number.isInteger,
  isSafeInteger: Number.isSafeInteger,
  isView: ArrayBuffer.isView,
  objectPrototype: Object.prototype,
  ownKeys: Reflect.ownKeys,
  quoted: JSON.stringify,
  sort: uncurried(Array.prototype.sort),
  charCode: uncurried(String.prototype.charCodeAt),
  fromCharCode: String.fromCharCode,
  encode: uncurried(TextEncoder.prototype.encode),
  encoder: new TextEncoder(),
  signedBits: BigInt.asIntN,
  unsignedBits: BigInt.asUintN,

  bufferByteLength: (buffer) =>
    types.isSharedArrayBuffer(buffer) ? sharedByteLength(buffer) : plainByteLength(buffer),
  viewTag: getter(TypedArray, Symbol.toStringTag),
  viewLength: getter(TypedArray, 'length'),
  viewBytes: getter(TypedArray, 'byteLength'),
  viewOffset: getter(TypedArray, 'byteOffset'),
  viewBuffer: getter(TypedArray, 'buffer'),
  dataBytes: getter(DataView.prototype, 'byteLength'),
  dataOffset: getter(DataView.prototype, 'byteOffset'),
  dataBuffer: getter(DataView.prototype, 'buffer'),
})

const plainByteLength = getter(ArrayBuffer.prototype, 'byteLength')
const sharedByteLength = getter(SharedArrayBuffer.prototype, 'byteLength')
