/** Spectral norm, by ten rounds of the power method. */
final class spectralnorm {
  static double element(int i, int j) {
    return 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1);
  }

  static double[] times(double[] in, boolean turned) {
    double[] out = new double[in.length];
    for (int i = 0; i < in.length; i++) {
      for (int j = 0; j < in.length; j++) {
        out[i] += (turned ? element(j, i) : element(i, j)) * in[j];
      }
    }
    return out;
  }

  public static void main(String[] words) {
    double[] v = new double[Integer.parseInt(words[0])];
    double[] u = v;
    java.util.Arrays.fill(v, 1);
    for (int round = 0; round < 10; round++) {
      u = times(times(v, false), true);
      v = times(times(u, false), true);
    }
    double uv = 0;
    double vv = 0;
    for (int i = 0; i < v.length; i++) {
      uv += u[i] * v[i];
      vv += v[i] * v[i];
    }
    System.out.printf("%.9f%n", Math.sqrt(uv / vv));
  }
}
