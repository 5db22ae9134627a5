// Planets about a sun, with vectors as values.
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>

struct Vector {
  double x = 0, y = 0, z = 0;
  Vector operator-(const Vector &o) const { return {x - o.x, y - o.y, z - o.z}; }
  Vector operator*(double f) const { return {x * f, y * f, z * f}; }
  Vector &operator+=(const Vector &o) { x += o.x; y += o.y; z += o.z; return *this; }
  Vector &operator-=(const Vector &o) { x -= o.x; y -= o.y; z -= o.z; return *this; }
  double square() const { return x * x + y * y + z * z; }
};

struct Body {
  double mass = 0;
  Vector at, speed;
};

using Bodies = std::array<Body, 5>;

static Bodies place() {
  constexpr double pi = std::numbers::pi, sun = 4 * pi * pi;
  Bodies bodies;
  bodies[0].mass = sun;
  for (int k = 1; k < 5; ++k) {
    bodies[k] = {sun / (1000 * k), {5.0 * k, 0, k / 10.0}, {0, 2 * pi / std::sqrt(5 * k), 0}};
    bodies[0].speed -= bodies[k].speed * (bodies[k].mass / sun);
  }
  return bodies;
}

static double energy(const Bodies &bodies) {
  double sum = 0;
  for (auto one = bodies.begin(); one != bodies.end(); ++one) {
    sum += one->mass * one->speed.square() / 2;
    for (auto other = one + 1; other != bodies.end(); ++other)
      sum -= one->mass * other->mass / std::sqrt((one->at - other->at).square());
  }
  return sum;
}

static void step(Bodies &bodies, double dt) {
  for (auto one = bodies.begin(); one != bodies.end(); ++one)
    for (auto other = one + 1; other != bodies.end(); ++other) {
      const Vector d = one->at - other->at;
      const double squared = d.square(), pull = dt / (squared * std::sqrt(squared));
      one->speed -= d * (other->mass * pull);
      other->speed += d * (one->mass * pull);
    }
  for (auto &body : bodies) body.at += body.speed * dt;
}

int main(int count, char **words) {
  Bodies bodies = place();
  std::printf("%.9f\n", energy(bodies));
  for (long i = count > 1 ? std::atol(words[1]) : 1000; i > 0; --i) step(bodies, 0.01);
  std::printf("%.9f\n", energy(bodies));
}
