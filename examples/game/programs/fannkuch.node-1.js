// Flips of all permutations.
let total = 0, most = 0;

function flips(numbers) {
  const turned = numbers.slice();
  let count = 0;
  for (let first; (first = turned[0]) !== 1; count++) {
    for (let i = 0, j = first - 1; i < j; i++, j--) {
      const kept = turned[i];
      turned[i] = turned[j];
      turned[j] = kept;
    }
  }
  return count;
}

function permute(numbers, places) {
  if (places === 1) {
    const one = flips(numbers);
    total += one;
    most = Math.max(most, one);
    return;
  }
  for (let i = 0; i < places; i++) {
    [numbers[i], numbers[places - 1]] = [numbers[places - 1], numbers[i]];
    permute(numbers, places - 1);
    [numbers[i], numbers[places - 1]] = [numbers[places - 1], numbers[i]];
  }
}

const n = Number(process.argv[2]);
permute(Array.from({ length: n }, (_, i) => i + 1), n);
console.log(`${total}\n${most}`);
