/** Perfect trees, made and counted. */
final class binarytrees {
  final binarytrees left;
  final binarytrees right;

  binarytrees(int depth) {
    left = depth == 0 ? null : new binarytrees(depth - 1);
    right = depth == 0 ? null : new binarytrees(depth - 1);
  }

  long count() {
    return left == null ? 1 : 1 + left.count() + right.count();
  }

  public static void main(String[] words) {
    int n = Integer.parseInt(words[0]);
    var kept = new binarytrees(n);
    for (int depth = 4; depth <= n; depth += 2) {
      long trees = 1L << (n - depth + 4);
      long nodes = 0;
      for (long i = 0; i < trees; i++) {
        nodes += new binarytrees(depth).count();
      }
      System.out.println(depth + " " + trees + " " + nodes);
    }
    System.out.println(n + " 1 " + kept.count());
  }
}
