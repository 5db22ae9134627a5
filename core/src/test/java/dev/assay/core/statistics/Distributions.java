package dev.assay.core.statistics;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;

/// Samples of times as machines give them, in seconds, with one mode and no trend.
enum Distributions {
  NORMAL {
    @Override
    double draw(RandomGenerator random) {
      return 1e-3 * (1 + 0.05 * random.nextGaussian());
    }
  },
  LOGNORMAL {
    @Override
    double draw(RandomGenerator random) {
      return 1e-3 * Math.exp(random.nextGaussian());
    }
  },
  EXPONENTIAL {
    @Override
    double draw(RandomGenerator random) {
      return 1e-3 + 2e-3 * random.nextExponential();
    }
  },
  EVEN {
    @Override
    double draw(RandomGenerator random) {
      return 1e-3 + 1e-3 * random.nextDouble();
    }
  },
  LONG_LOGNORMAL {
    @Override
    double draw(RandomGenerator random) {
      return 1e-3 * Math.exp(2 * random.nextGaussian());
    }
  },
  /// Without a mean.
  PARETO {
    @Override
    double draw(RandomGenerator random) {
      return 1e-3 / (1 - random.nextDouble());
    }
  },
  /// A clock with steps as long as 2.5 standard deviations: mostly two or three values.
  COARSE_CLOCK {
    @Override
    double draw(RandomGenerator random) {
      return 1e-3 * Math.rint(0.4 * (20 + random.nextGaussian()) + 0.2);
    }
  },
  /// A clock of sixtieths, which have no decimal form.
  FRAMES {
    @Override
    double draw(RandomGenerator random) {
      return Math.ceil(3 + 0.8 * random.nextGaussian() + 2 * random.nextExponential() + 3) / 60;
    }
  },
  /// Three digits of a long tail.
  ROUNDED_LOGNORMAL {
    @Override
    double draw(RandomGenerator random) {
      return Math.rint(10 * Math.exp(random.nextGaussian()) + 1) / 1000;
    }
  };

  /// The true median of those that have no steps.
  double median() {
    return switch (this) {
      case NORMAL, LOGNORMAL, LONG_LOGNORMAL -> 1e-3;
      case EXPONENTIAL -> 1e-3 + 2e-3 * Math.log(2);
      case EVEN -> 1.5e-3;
      case PARETO -> 2e-3;
      case COARSE_CLOCK, FRAMES, ROUNDED_LOGNORMAL ->
          throw new IllegalStateException("the median of " + this + " is not known here");
    };
  }

  abstract double draw(RandomGenerator random);

  List<Double> sample(RandomGenerator random, int size) {
    return IntStream.range(0, size).mapToObj(i -> draw(random)).toList();
  }

  static RandomGenerator generator(long seed) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }
}
