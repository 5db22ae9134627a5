// Spectral norm, by ten rounds of the power method.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

using Vector = std::vector<double>;

static double element(long i, long j) { return 1.0 / (double)((i + j) * (i + j + 1) / 2 + i + 1); }

template <bool turned> static Vector times(const Vector &in) {
  const long n = static_cast<long>(in.size());
  Vector out(in.size());
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) out[i] += (turned ? element(j, i) : element(i, j)) * in[j];
  return out;
}

int main(int count, char **words) {
  Vector v(count > 1 ? std::atol(words[1]) : 100, 1.0), u;
  for (int round = 0; round < 10; ++round) {
    u = times<true>(times<false>(v));
    v = times<true>(times<false>(u));
  }
  const double uv = std::inner_product(u.begin(), u.end(), v.begin(), 0.0);
  const double vv = std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
  std::printf("%.9f\n", std::sqrt(uv / vv));
}
