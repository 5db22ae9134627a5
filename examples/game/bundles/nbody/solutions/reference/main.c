/* Planets about a sun. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BODIES = 5 };

struct body {
  double mass, at[3], speed[3];
};

static struct body bodies[BODIES];

static double square(const double *v) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; }

static void place(void) {
  const double sun = 4 * M_PI * M_PI;
  bodies[0].mass = sun;
  for (int k = 1; k < BODIES; k++) {
    struct body *planet = &bodies[k];
    planet->mass = sun / (1000 * k);
    planet->at[0] = 5 * k;
    planet->at[2] = k / 10.0;
    planet->speed[1] = 2 * M_PI / sqrt(5 * k);
    bodies[0].speed[1] -= planet->mass * planet->speed[1] / sun;
  }
}

static double energy(void) {
  double sum = 0;
  for (int i = 0; i < BODIES; i++) {
    sum += bodies[i].mass * square(bodies[i].speed) / 2;
    for (int j = i + 1; j < BODIES; j++) {
      double d[3];
      for (int axis = 0; axis < 3; axis++) d[axis] = bodies[i].at[axis] - bodies[j].at[axis];
      sum -= bodies[i].mass * bodies[j].mass / sqrt(square(d));
    }
  }
  return sum;
}

static void step(double dt) {
  for (int i = 0; i < BODIES; i++) {
    for (int j = i + 1; j < BODIES; j++) {
      double d[3];
      for (int axis = 0; axis < 3; axis++) d[axis] = bodies[i].at[axis] - bodies[j].at[axis];
      const double squared = square(d);
      const double pull = dt / (squared * sqrt(squared));
      for (int axis = 0; axis < 3; axis++) {
        bodies[i].speed[axis] -= d[axis] * bodies[j].mass * pull;
        bodies[j].speed[axis] += d[axis] * bodies[i].mass * pull;
      }
    }
  }
  for (int i = 0; i < BODIES; i++)
    for (int axis = 0; axis < 3; axis++) bodies[i].at[axis] += dt * bodies[i].speed[axis];
}

int main(int count, char **words) {
  const long steps = count > 1 ? atol(words[1]) : 1000;
  place();
  printf("%.9f\n", energy());
  for (long i = 0; i < steps; i++) step(0.01);
  printf("%.9f\n", energy());
}
