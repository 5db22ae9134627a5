/** Planets about a sun. */
final class nbody {
  double mass, x, y, z, vx, vy, vz;

  static nbody[] place() {
    double sun = 4 * Math.PI * Math.PI;
    nbody[] bodies = new nbody[5];
    for (int k = 0; k < 5; k++) {
      nbody one = bodies[k] = new nbody();
      one.mass = k == 0 ? sun : sun / (1000 * k);
      one.x = 5 * k;
      one.z = k / 10.0;
      one.vy = k == 0 ? 0 : 2 * Math.PI / Math.sqrt(5 * k);
      bodies[0].vy -= k == 0 ? 0 : one.mass * one.vy / sun;
    }
    return bodies;
  }

  static double energy(nbody[] bodies) {
    double sum = 0;
    for (int i = 0; i < bodies.length; i++) {
      nbody a = bodies[i];
      sum += a.mass * (a.vx * a.vx + a.vy * a.vy + a.vz * a.vz) / 2;
      for (int j = i + 1; j < bodies.length; j++) {
        nbody b = bodies[j];
        double dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
        sum -= a.mass * b.mass / Math.sqrt(dx * dx + dy * dy + dz * dz);
      }
    }
    return sum;
  }

  static void step(nbody[] bodies, double dt) {
    for (int i = 0; i < bodies.length; i++) {
      nbody a = bodies[i];
      for (int j = i + 1; j < bodies.length; j++) {
        nbody b = bodies[j];
        double dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
        double squared = dx * dx + dy * dy + dz * dz;
        double pull = dt / (squared * Math.sqrt(squared));
        a.vx -= dx * b.mass * pull;
        a.vy -= dy * b.mass * pull;
        a.vz -= dz * b.mass * pull;
        b.vx += dx * a.mass * pull;
        b.vy += dy * a.mass * pull;
        b.vz += dz * a.mass * pull;
      }
    }
    for (nbody one : bodies) {
      one.x += dt * one.vx;
      one.y += dt * one.vy;
      one.z += dt * one.vz;
    }
  }

  public static void main(String[] words) {
    nbody[] bodies = place();
    System.out.printf("%.9f%n", energy(bodies));
    for (int i = Integer.parseInt(words[0]); i > 0; i--) {
      step(bodies, 0.01);
    }
    System.out.printf("%.9f%n", energy(bodies));
  }
}
