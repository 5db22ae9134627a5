// Solves A x = b by Gaussian elimination with partial pivoting.
#include "assay/signature.hpp"

#include <cmath>
#include <cstddef>
#include <utility>

namespace assay {

struct State {
  std::size_t n;
};

State* init(const Point& point) { return new State{point.N}; }

Outputs run(State& state, const Inputs& inputs) {
  const std::size_t n = state.n;
  std::vector<double> a = inputs.A;
  Outputs outputs{inputs.b};
  std::vector<double>& x = outputs.x;
  for (std::size_t column = 0; column < n; column++) {
    double* pivot = &a[column * n];
    std::size_t largest = column;
    for (std::size_t row = column + 1; row < n; row++) {
      if (std::abs(a[row * n + column]) > std::abs(a[largest * n + column])) {
        largest = row;
      }
    }
    if (largest != column) {
      for (std::size_t i = column; i < n; i++) {
        std::swap(pivot[i], a[largest * n + i]);
      }
      std::swap(x[column], x[largest]);
    }
    for (std::size_t row = column + 1; row < n; row++) {
      const double factor = a[row * n + column] / pivot[column];
      for (std::size_t i = column + 1; i < n; i++) {
        a[row * n + i] -= factor * pivot[i];
      }
      x[row] -= factor * x[column];
    }
  }
  for (std::size_t row = n; row-- > 0;) {
    double sum = x[row];
    for (std::size_t i = row + 1; i < n; i++) {
      sum -= a[row * n + i] * x[i];
    }
    x[row] = sum / a[row * n + row];
  }
  return outputs;
}

void free(State* state) { delete state; }

}  // namespace assay
