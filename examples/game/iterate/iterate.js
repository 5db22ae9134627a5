// Does a program's work again and again in this process: iterate.js SOURCE ARGUMENTS...
const fs = require("fs");
const path = require("path");

// A function that leaves a stamp: a file of a folder, or a line of anything else.
function stamper(where) {
  if (fs.statSync(where).isDirectory()) return (number) => fs.closeSync(fs.openSync(path.join(where, `${number}`), "w"));
  const lines = fs.openSync(where, "w");
  return (number) => fs.writeSync(lines, `${number}\n`);
}

process.argv.splice(1, 1);
const work = new Function("require", "process", fs.readFileSync(process.argv[1], "utf8"));
const stamp = stamper(process.env.ASSAY_STAMPS);
stamp(0);
for (let number = 1; number <= Number(process.env.ASSAY_ITERATIONS); number++) {
  work(require, process);
  stamp(number);
}
