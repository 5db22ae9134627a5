// Perfect trees, made and counted.
class Tree {
  constructor(depth) {
    this.left = depth ? new Tree(depth - 1) : null;
    this.right = depth ? new Tree(depth - 1) : null;
  }

  count() {
    return this.left ? 1 + this.left.count() + this.right.count() : 1;
  }
}

const n = Number(process.argv[2]);
const kept = new Tree(n);
for (let depth = 4; depth <= n; depth += 2) {
  const trees = 2 ** (n - depth + 4);
  let nodes = 0;
  for (let i = 0; i < trees; i++) nodes += new Tree(depth).count();
  console.log(depth, trees, nodes);
}
console.log(n, 1, kept.count());
