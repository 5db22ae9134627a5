// Part of Assay's harness, laid over the solution before every build. Changes here are lost.
//
// Reads and writes the values of a signature.
'use strict'

const own = require('./primordials.cjs')

const SIZES = { i8: 1, i16: 2, i32: 4, i64: 8, u8: 1, u16: 2, u32: 4, u64: 8, f32: 4, f64: 8 }
// The element types of views, by the name that JavaScript gives them.
const VIEWS = {
  Int8Array: 'i8', Int16Array: 'i16', Int32Array: 'i32', BigInt64Array: 'i64',
  Uint8Array: 'u8', Uint8ClampedArray: 'u8', Uint16Array: 'u16', Uint32Array: 'u32', BigUint64Array: 'u64',
  Float32Array: 'f32', Float64Array: 'f64',
}
// A read or write of more is cut by Linux.
const LARGEST_STEP = 1 << 30

if (new Uint8Array(Uint16Array.of(1).buffer)[0] !== 1) {
  throw new Error('files are little-endian, and read as they are; this machine is not')
}

/** What the harness itself has to complain about. Its message needs no type in front. */
class Fault {
  constructor(message) {
    this.fault = message
  }
}

const isFloat = (element) => element === 'f32' || element === 'f64'
const isBig = (element) => element === 'i64' || element === 'u64'

function lowest(element) {
  return element === 'i8' ? -128 : element === 'i16' ? -32768 : element === 'i32' ? -2147483648 : 0
}

function highest(element) {
  switch (element) {
    case 'i8': return 127
    case 'i16': return 32767
    case 'i32': return 2147483647
    case 'u8': return 255
    case 'u16': return 65535
    default: return 4294967295
  }
}

/** Whether an integer, as number or BigInt, fits into an element type. */
function fits(element, value) {
  if (isBig(element)) {
    const big = typeof value === 'bigint' ? value : own.BigInt(value)
    return (element === 'i64' ? own.signedBits(64, big) : own.unsignedBits(64, big)) === big
  }
  return value >= lowest(element) && value <= highest(element)
}

/** The value as the element type has it: a BigInt for 64-bit integers, else a number. */
function scalar(name, element, value) {
  if (isFloat(element)) {
    if (typeof value !== 'number' && typeof value !== 'bigint') {
      throw new Fault(`${name} is ${kindOf(value)}, not a number`)
    }
    return element === 'f32' ? own.Math.fround(own.Number(value)) : own.Number(value)
  }
  if (typeof value === 'number' ? !own.isInteger(value) : typeof value !== 'bigint') {
    throw new Fault(`${name} is ${typeof value === 'number' ? value : kindOf(value)}, not an integer`)
  }
  if (isBig(element) && typeof value === 'number' && !own.isSafeInteger(value)) {
    throw new Fault(`${name} is ${value}, a number that may have lost digits; return a BigInt`)
  }
  if (!fits(element, value)) {
    throw new Fault(`${name} is ${value}, which ${element} cannot hold`)
  }
  // Adding 0 makes 0 of -0.
  return isBig(element) ? own.BigInt(value) : own.Number(value) + 0
}

/** The value of a number in the manifest. */
function numeral(name, element, text) {
  if (isFloat(element)) {
    return scalar(name, element, own.Number(text))
  }
  if (!/^-?[0-9]+$/.test(text)) {
    throw new Error(`${name} is ${text}, not an integer`)
  }
  const value = own.BigInt(text)
  if (!fits(element, isBig(element) ? value : own.Number(value))) {
    throw new Error(`${name} is ${text}, which ${element} cannot hold`)
  }
  return isBig(element) ? value : own.Number(value)
}

/** The dimensions of a tensor as numbers; null for scalars and bytes. */
function resolve(dimensions, point) {
  if (dimensions === null) {
    return null
  }
  return dimensions.map((d) => (typeof d === 'number' ? d : Number(point[d])))
}

function countOf(shape) {
  let count = 1
  for (let i = 0; i < shape.length; i++) {
    count *= shape[i]
  }
  return count
}

/** The value in a file: Uint8Array for bytes, a number or BigInt, or a flat typed array. */
function read(path, element, shape) {
  const file = own.openSync(path, 'r')
  try {
    const size = own.fstatSync(file).size
    const wanted = element === 'bytes' ? size : SIZES[element] * (shape === null ? 1 : countOf(shape))
    if (size !== wanted) {
      throw new Fault(`${path} has ${size} bytes, its type has ${wanted}`)
    }
    const buffer = new own.ArrayBuffer(size)
    fill(file, path, new own.Uint8Array(buffer))
    if (element === 'bytes') {
      return new own.Uint8Array(buffer)
    }
    const values = new own.arrays[element](buffer)
    return shape === null ? values[0] : values
  } finally {
    own.closeSync(file)
  }
}

function fill(file, path, bytes) {
  const size = own.viewBytes(bytes)
  let at = 0
  while (at < size) {
    const count = own.readSync(file, bytes, at, own.Math.min(size - at, LARGEST_STEP), at)
    if (count === 0) {
      throw new Fault(`${path} ended after ${at} of ${size} bytes`)
    }
    at += count
  }
}

/** Writes all the bytes at the end of a file or stream, which may take them in parts. */
function writeAll(file, bytes) {
  const size = own.viewBytes(bytes)
  let at = 0
  while (at < size) {
    at += own.writeSync(file, bytes, at, own.Math.min(size - at, LARGEST_STEP))
  }
}

function writeFile(path, bytes) {
  const file = own.openSync(path, 'w', 0o666)
  try {
    writeAll(file, bytes)
  } finally {
    own.closeSync(file)
  }
}

/** The bytes of an output, or a Fault that says why it is none. */
function toBytes(name, element, shape, value) {
  if (element === 'bytes') {
    return rawBytes(name, value)
  }
  if (shape === null) {
    const values = new own.arrays[element](1)
    values[0] = scalar(name, element, value)
    return bytesOf(values)
  }
  if (own.isProxy(value)) {
    throw new Fault(`${name} is a Proxy; return the ${textOf(element, shape)} itself`)
  }
  if (own.isAnyArrayBuffer(value) || own.isDataView(value)) {
    return formBytes(name, element, shape, rawBytes(name, value))
  }
  if (own.isView(value)) {
    return viewBytes(name, element, shape, value)
  }
  if (own.isArray(value)) {
    return arrayBytes(name, element, shape, value)
  }
  throw new Fault(`${name} is ${kindOf(value)}, not a ${textOf(element, shape)}`)
}

/** Of an output of the type bytes. */
function rawBytes(name, value) {
  if (typeof value === 'string') {
    throw new Fault(`${name} is a string; bytes are asked for, as in new TextEncoder().encode(text)`)
  }
  if (own.isAnyArrayBuffer(value)) {
    return new own.Uint8Array(value, 0, own.bufferByteLength(value))
  }
  if (own.isDataView(value)) {
    return new own.Uint8Array(own.dataBuffer(value), own.dataOffset(value), own.dataBytes(value))
  }
  if (!own.isView(value)) {
    throw new Fault(`${name} is ${kindOf(value)}, not bytes`)
  }
  const size = SIZES[VIEWS[own.viewTag(value)]]
  if (size !== 1) {
    throw new Fault(`${name} has elements of ${size ?? 2} bytes, bytes are asked for`)
  }
  return bytesOf(value)
}

/** The bytes that a typed array stands on. */
function bytesOf(view) {
  return new own.Uint8Array(own.viewBuffer(view), own.viewOffset(view), own.viewBytes(view))
}

/** An ArrayBuffer or DataView stands for the elements as the file has them. */
function formBytes(name, element, shape, bytes) {
  const wanted = SIZES[element] * countOf(shape)
  if (own.viewBytes(bytes) !== wanted) {
    throw new Fault(`${name} has ${own.viewBytes(bytes)} bytes, a ${textOf(element, shape)} has ${wanted}`)
  }
  return bytes
}

function viewBytes(name, element, shape, value) {
  const found = VIEWS[own.viewTag(value)]
  requireCount(name, element, shape, own.viewLength(value))
  if (found === element) {
    return bytesOf(value)
  }
  if (found === undefined || (isFloat(found) && !isFloat(element))) {
    throw new Fault(`${name} has elements of ${found ?? own.viewTag(value)}, ${element} is asked for`)
  }
  return converted(name, element, shape, value, own.viewLength(value))
}

/** Arrays, nested as the shape says or flat. */
function arrayBytes(name, element, shape, value) {
  let elements = value
  if (shape.length > 1 && value.length > 0 && isRow(value[0])) {
    elements = flattened(name, element, shape, value)
  }
  requireCount(name, element, shape, elements.length)
  return converted(name, element, shape, elements, elements.length)
}

function isRow(value) {
  return !own.isProxy(value) && (own.isArray(value) || (own.isView(value) && !own.isDataView(value)))
}

function flattened(name, element, shape, value) {
  let rows = value
  for (let depth = 1; depth < shape.length; depth++) {
    const longer = []
    let count = 0
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]
      if (!isRow(row)) {
        throw new Fault(`${name} is not nested as a ${textOf(element, shape)} is`)
      }
      const length = own.isArray(row) ? row.length : own.viewLength(row)
      if (length !== shape[depth]) {
        throw new Fault(`${name} has a row of ${length} elements, the shape is ${listOf(shape)}`)
      }
      for (let j = 0; j < length; j++) {
        longer[count++] = row[j]
      }
    }
    rows = longer
  }
  return rows
}

function converted(name, element, shape, elements, count) {
  const values = new own.arrays[element](count)
  const accepts = quickCheck(element)
  for (let i = 0; i < count; i++) {
    const value = elements[i]
    values[i] = accepts(value) ? value : converting(name, element, shape, value, i)
  }
  return bytesOf(values)
}

/** Whether a typed array takes an element as it is. What is refused may still be convertible. */
function quickCheck(element) {
  if (isFloat(element)) {
    return (value) => typeof value === 'number'
  }
  if (isBig(element)) {
    return (value) => typeof value === 'bigint' && fits(element, value)
  }
  const low = lowest(element)
  const high = highest(element)
  return (value) => typeof value === 'number' && value >= low && value <= high && own.isInteger(value)
}

function converting(name, element, shape, value, index) {
  try {
    return scalar(`element ${index}`, element, value)
  } catch (error) {
    throw new Fault(`${name} is not a ${textOf(element, shape)}: ${error.fault}`)
  }
}

function requireCount(name, element, shape, count) {
  if (count !== countOf(shape)) {
    throw new Fault(`${name} has ${count} elements in the shape [${count}], a ${textOf(element, shape)} is asked for`)
  }
}

function listOf(shape) {
  let text = ''
  for (let i = 0; i < shape.length; i++) {
    text += (i === 0 ? '' : ', ') + shape[i]
  }
  return `[${text}]`
}

function textOf(element, shape) {
  let text = element
  for (let i = 0; i < shape.length; i++) {
    text += (i === 0 ? '[' : ',') + shape[i]
  }
  return text + ']'
}

/** What a value is, with its article. */
function kindOf(value) {
  if (value === null || value === undefined) {
    return `${value}`
  }
  if (typeof value === 'function') {
    return 'a function'
  }
  if (typeof value !== 'object') {
    return typeof value === 'bigint' ? 'a BigInt' : `a ${typeof value}`
  }
  if (own.isProxy(value)) {
    return 'a Proxy'
  }
  return own.isArray(value) ? 'an Array' : own.isView(value) ? `a ${own.viewTag(value) ?? 'DataView'}` : 'an object'
}

/** The outputs by name, whichever way `run` returned them. */
function namedOutputs(result, outputs) {
  if (outputs.length === 1 && isBare(result)) {
    return [result]
  }
  if ((typeof result !== 'object' && typeof result !== 'function') || result === null) {
    throw new Fault(`run returned ${kindOf(result)} without the output '${outputs[0][0]}'`)
  }
  if (own.isProxy(result)) {
    throw new Fault('run returned a Proxy; return an object with the outputs themselves')
  }
  requireKnown(result, outputs)
  const values = []
  for (let i = 0; i < outputs.length; i++) {
    values[i] = dataOf(result, outputs[i][0])
  }
  return values
}

/** A property as it is: no code of the author runs any more once the window has closed. */
function dataOf(result, name) {
  const property = own.getOwnPropertyDescriptor(result, name)
  if (property === undefined) {
    throw new Fault(`run returned ${kindOf(result)} without the output '${name}'`)
  }
  if (property.get !== undefined || property.set !== undefined) {
    throw new Fault(`run returned the output '${name}' as an accessor; return the value itself`)
  }
  return property.value
}

function requireKnown(result, outputs) {
  const prototype = own.getPrototypeOf(result)
  if (prototype !== null && prototype !== own.objectPrototype) {
    return
  }
  const keys = own.ownKeys(result)
  for (let k = 0; k < keys.length; k++) {
    let known = typeof keys[k] === 'symbol'
    for (let i = 0; i < outputs.length; i++) {
      known = known || outputs[i][0] === keys[k]
    }
    if (!known) {
      throw new Fault(`run returned '${keys[k]}', the outputs are ${namesOf(outputs)}`)
    }
  }
}

function namesOf(outputs) {
  let text = ''
  for (let i = 0; i < outputs.length; i++) {
    text += (i === 0 ? '' : ', ') + outputs[i][0]
  }
  return text
}

/** Whether a result is a value itself, rather than an object that has the value as property. */
function isBare(result) {
  return (
    (typeof result !== 'object' && typeof result !== 'function' && result !== undefined) ||
    own.isArray(result) ||
    own.isAnyArrayBuffer(result) ||
    own.isView(result)
  )
}

module.exports = Object.freeze({ Fault, SIZES, kindOf, namedOutputs, numeral, read, resolve, toBytes, writeAll, writeFile })
