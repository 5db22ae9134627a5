// Multiplies polynomials modulo X^N + 1 and each q[l] by number-theoretic transforms.
#include "assay/signature.hpp"

#include <stdexcept>

namespace {

// A factor that is known beforehand, with its quotient by q: floor(value * 2^32 / q).
struct Factor {
  std::uint64_t value;
  std::uint64_t quotient;
};

// Arithmetic modulo q and the transform of length n, for one limb.
class Limb {
 public:
  Limb(std::uint64_t q, std::uint32_t n) : q_(q), n_(n) {
    if (n == 0 || (n & (n - 1)) != 0 || q % (2 * n) != 1) {
      throw std::invalid_argument("this solution wants a power of two as N, and q = 1 mod 2N");
    }
    const std::uint64_t root = root_of_minus_one();
    forward_ = reversed_powers(root);
    backward_ = reversed_powers(power(root, q - 2));
    one_nth_ = factor(q - (q - 1) / n);
  }

  // The product of the polynomials in a and b, into a. Spoils b.
  void multiply(std::vector<std::uint64_t>& a, std::vector<std::uint64_t>& b) const {
    transform(a);
    transform(b);
    for (std::uint32_t i = 0; i < n_; i++) {
      a[i] = a[i] * b[i] % q_;
    }
    transform_back(a);
  }

 private:
  Factor factor(std::uint64_t value) const { return {value, (value << 32) / q_}; }

  std::uint64_t times(std::uint64_t x, const Factor& factor) const {
    const std::uint64_t product = x * factor.value - (x * factor.quotient >> 32) * q_;
    return product >= q_ ? product - q_ : product;
  }

  std::uint64_t power(std::uint64_t base, std::uint64_t exponent) const {
    std::uint64_t result = 1;
    for (; exponent != 0; exponent >>= 1) {
      if (exponent & 1) {
        result = result * base % q_;
      }
      base = base * base % q_;
    }
    return result;
  }

  // A number whose n-th power is -1, so that its order is 2n.
  std::uint64_t root_of_minus_one() const {
    for (std::uint64_t x = 2; x < q_; x++) {
      const std::uint64_t root = power(x, (q_ - 1) / (2 * n_));
      if (power(root, n_) == q_ - 1) {
        return root;
      }
    }
    throw std::invalid_argument("there is no 2N-th root of unity modulo q, so q is no prime");
  }

  // The powers of the root; the i-th stands where i is with its bits turned round.
  std::vector<Factor> reversed_powers(std::uint64_t root) const {
    std::vector<Factor> powers(n_);
    std::uint64_t power = 1;
    std::uint32_t reversed = 0;
    for (std::uint32_t i = 0; i < n_; i++) {
      powers[reversed] = factor(power);
      power = power * root % q_;
      // Counts up with the highest bit as the ones.
      std::uint32_t bit = n_ >> 1;
      for (; (reversed & bit) != 0; bit >>= 1) {
        reversed ^= bit;
      }
      reversed |= bit;
    }
    return powers;
  }

  void transform(std::vector<std::uint64_t>& values) const {
    for (std::uint32_t blocks = 1, half = n_ / 2; blocks < n_; blocks *= 2, half /= 2) {
      for (std::uint32_t block = 0; block < blocks; block++) {
        const Factor twiddle = forward_[blocks + block];
        std::uint64_t* low = values.data() + 2 * half * block;
        std::uint64_t* high = low + half;
        for (std::uint32_t i = 0; i < half; i++) {
          const std::uint64_t y = times(high[i], twiddle);
          high[i] = low[i] >= y ? low[i] - y : low[i] - y + q_;
          low[i] = low[i] + y >= q_ ? low[i] + y - q_ : low[i] + y;
        }
      }
    }
  }

  void transform_back(std::vector<std::uint64_t>& values) const {
    for (std::uint32_t blocks = n_ / 2, half = 1; blocks >= 1; blocks /= 2, half *= 2) {
      for (std::uint32_t block = 0; block < blocks; block++) {
        const Factor twiddle = backward_[blocks + block];
        std::uint64_t* low = values.data() + 2 * half * block;
        std::uint64_t* high = low + half;
        for (std::uint32_t i = 0; i < half; i++) {
          const std::uint64_t sum = low[i] + high[i];
          high[i] = times(low[i] >= high[i] ? low[i] - high[i] : low[i] - high[i] + q_, twiddle);
          low[i] = sum >= q_ ? sum - q_ : sum;
        }
      }
    }
    for (std::uint64_t& value : values) {
      value = times(value, one_nth_);
    }
  }

  std::uint64_t q_;
  std::uint32_t n_;
  std::vector<Factor> forward_;
  std::vector<Factor> backward_;
  Factor one_nth_;
};

}  // namespace

namespace assay {

struct State {
  std::uint32_t n;
  std::vector<Limb> limbs;
  std::vector<std::uint64_t> a, b;
};

State* init(const Point& point) {
  auto* state = new State{point.N, {}, std::vector<std::uint64_t>(point.N), std::vector<std::uint64_t>(point.N)};
  for (const std::uint32_t q : point.q) {
    state->limbs.emplace_back(q, point.N);
  }
  return state;
}

Outputs run(State& state, const Inputs& inputs) {
  const std::size_t count = state.limbs.size();
  Outputs outputs;
  outputs.c.resize(state.n * count);
  for (std::size_t limb = 0; limb < count; limb++) {
    for (std::uint32_t i = 0; i < state.n; i++) {
      state.a[i] = inputs.a[i * count + limb];
      state.b[i] = inputs.b[i * count + limb];
    }
    state.limbs[limb].multiply(state.a, state.b);
    for (std::uint32_t i = 0; i < state.n; i++) {
      outputs.c[i * count + limb] = static_cast<std::uint32_t>(state.a[i]);
    }
  }
  return outputs;
}

void free(State* state) { delete state; }

}  // namespace assay
