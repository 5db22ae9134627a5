// Spectral norm, by ten rounds of the power method.
const element = (i, j) => 1 / (((i + j) * (i + j + 1)) / 2 + i + 1);

function times(input, turned) {
  const output = new Float64Array(input.length);
  for (let i = 0; i < input.length; i++) {
    for (let j = 0; j < input.length; j++) output[i] += (turned ? element(j, i) : element(i, j)) * input[j];
  }
  return output;
}

let v = new Float64Array(Number(process.argv[2])).fill(1), u = v;
for (let round = 0; round < 10; round++) {
  u = times(times(v, false), true);
  v = times(times(u, false), true);
}
const dot = (a, b) => a.reduce((sum, one, i) => sum + one * b[i], 0);
console.log(Math.sqrt(dot(u, v) / dot(v, v)).toFixed(9));
