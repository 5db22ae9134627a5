// Planets about a sun.
const SUN = 4 * Math.PI ** 2;
const bodies = [{ m: SUN, x: 0, y: 0, z: 0, vx: 0, vy: 0, vz: 0 }];
for (let k = 1; k < 5; k++) {
  const m = SUN / (1000 * k);
  const vy = (2 * Math.PI) / Math.sqrt(5 * k);
  bodies.push({ m, x: 5 * k, y: 0, z: k / 10, vx: 0, vy, vz: 0 });
  bodies[0].vy -= (m * vy) / SUN;
}

function energy() {
  let sum = 0;
  bodies.forEach((a, i) => {
    sum += (a.m * (a.vx * a.vx + a.vy * a.vy + a.vz * a.vz)) / 2;
    for (const b of bodies.slice(i + 1)) sum -= (a.m * b.m) / Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
  });
  return sum;
}

function step(dt) {
  for (let i = 0; i < bodies.length; i++) {
    const a = bodies[i];
    for (let j = i + 1; j < bodies.length; j++) {
      const b = bodies[j];
      const dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
      const squared = dx * dx + dy * dy + dz * dz;
      const pull = dt / (squared * Math.sqrt(squared));
      a.vx -= dx * b.m * pull;
      a.vy -= dy * b.m * pull;
      a.vz -= dz * b.m * pull;
      b.vx += dx * a.m * pull;
      b.vy += dy * a.m * pull;
      b.vz += dz * a.m * pull;
    }
  }
  for (const one of bodies) {
    one.x += dt * one.vx;
    one.y += dt * one.vy;
    one.z += dt * one.vz;
  }
}

console.log(energy().toFixed(9));
for (let i = Number(process.argv[2]); i > 0; i--) step(0.01);
console.log(energy().toFixed(9));
