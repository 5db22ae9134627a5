// Part of Assay's harness, laid over the solution before every build. Changes here are lost.
//
// Reads manifest.json strictly. Numbers keep their text, since a 64-bit integer does not fit into a JavaScript number,
// and 4.0 is no integer.
'use strict'

const TOKEN = /[ \t\n\r]*(?:("(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)|(true|false|null)|([[\]{}:,])|$)/y

/** A number of the document, as it is written there. */
class Numeral {
  constructor(text) {
    this.text = text
  }
}

class Reader {
  constructor(text, document) {
    this.text = text
    this.document = document
    this.at = 0
    this.next()
  }

  fail(what) {
    throw new Error(`${this.document}: ${what} at character ${this.at}`)
  }

  next() {
    TOKEN.lastIndex = this.at
    this.token = TOKEN.exec(this.text)
    if (this.token === null || (this.token[0].trim() === '' && TOKEN.lastIndex < this.text.length)) {
      this.fail('this is no JSON')
    }
    this.at = TOKEN.lastIndex
  }

  takes(mark) {
    const found = this.token[4] === mark
    if (found) {
      this.next()
    }
    return found
  }

  expect(mark) {
    if (!this.takes(mark)) {
      this.fail(`'${mark}' is missing`)
    }
  }

  string() {
    const text = this.token[1]
    if (text === undefined) {
      this.fail('a name is missing')
    }
    this.next()
    return JSON.parse(text)
  }

  value() {
    if (this.token[1] !== undefined) {
      return this.string()
    }
    if (this.token[2] !== undefined) {
      const numeral = new Numeral(this.token[2])
      this.next()
      return numeral
    }
    if (this.token[3] !== undefined) {
      const word = JSON.parse(this.token[3])
      this.next()
      return word
    }
    if (this.takes('{')) {
      return this.members()
    }
    if (this.takes('[')) {
      return this.elements()
    }
    return this.fail('a value is missing')
  }

  members() {
    const members = new Map()
    if (this.takes('}')) {
      return members
    }
    do {
      const name = this.string()
      this.expect(':')
      if (members.has(name)) {
        this.fail(`'${name}' comes twice`)
      }
      members.set(name, this.value())
    } while (this.takes(','))
    this.expect('}')
    return members
  }

  elements() {
    const elements = []
    if (this.takes(']')) {
      return elements
    }
    do {
      elements.push(this.value())
    } while (this.takes(','))
    this.expect(']')
    return elements
  }
}

/** The document: objects as Map, numbers as Numeral. */
function readManifest(text, document = 'manifest.json') {
  const reader = new Reader(text, document)
  const value = reader.value()
  if (reader.token[0].trim() !== '') {
    reader.fail('something follows the value')
  }
  return value
}

/** The object that a member of an object is. */
function objectIn(members, name) {
  const value = members instanceof Map ? members.get(name) : undefined
  if (!(value instanceof Map)) {
    throw new Error(`manifest.json has no object '${name}'`)
  }
  return value
}

/** The text of the number that a member of an object is. */
function numeralIn(members, name) {
  const value = members instanceof Map ? members.get(name) : undefined
  if (!(value instanceof Numeral)) {
    throw new Error(`manifest.json has no number '${name}'`)
  }
  return value.text
}

module.exports = { Numeral, readManifest, objectIn, numeralIn }
