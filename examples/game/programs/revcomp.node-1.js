// The other strand, sequence by sequence.
const fs = require("fs");

const from = "ACGTMRWSYKVHDBN", to = "TGCAKYWSRMBDHVN";
const other = new Uint8Array(128);
for (let i = 0; i < from.length; i++) other[from.charCodeAt(i)] = to.charCodeAt(i);

const text = fs.readFileSync(0);
const NEW_LINE = 10, BEGIN = 62; // as in ">ONE"
for (let at = 0; at < text.length; ) {
  const line = text.indexOf(NEW_LINE, at) + 1;
  const found = text.indexOf(BEGIN, line);
  const next = found < 0 ? text.length : found;
  const turned = Buffer.alloc(2 * (next - line) + 1);
  let length = 0, column = 0;
  for (let i = next - 1; i >= line; i--) {
    if (text[i] === NEW_LINE) continue;
    turned[length++] = other[text[i]];
    if (++column % 60 === 0) turned[length++] = NEW_LINE;
  }
  if (column % 60 !== 0) turned[length++] = NEW_LINE;
  fs.writeSync(1, text.subarray(at, line));
  for (let written = 0; written < length; ) written += fs.writeSync(1, turned, written, length - written);
  at = next;
}
