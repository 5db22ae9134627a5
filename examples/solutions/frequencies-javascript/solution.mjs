// Counts the words of a text.

/** There is nothing to prepare. */
export function init(point) {}

export function run(state, inputs) {
  const text = Buffer.from(inputs.text.buffer).toString('latin1').replace(/[A-Z]+/g, (word) => word.toLowerCase())
  const counts = new Map()
  for (const word of text.match(/[a-z]+/g) ?? []) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const rows = [...counts].sort(([word, count], [other, others]) => others - count || (word < other ? -1 : 1))
  return Buffer.from(rows.map(([word, count]) => `${word} ${count}\n`).join(''), 'latin1')
}
