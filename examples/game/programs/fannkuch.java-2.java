import java.util.stream.IntStream;

/** Flips of all permutations: a thread for each that can be had, permutations by what is last. */
final class fannkuch {
  long total;
  int most;

  static int flips(int[] numbers) {
    int[] turned = numbers.clone();
    int count = 0;
    for (int first; (first = turned[0]) != 1; count++) {
      for (int i = 0, j = first - 1; i < j; i++, j--) {
        int kept = turned[i];
        turned[i] = turned[j];
        turned[j] = kept;
      }
    }
    return count;
  }

  void permute(int[] numbers, int places) {
    if (places <= 1) {
      int flips = flips(numbers);
      total += flips;
      most = Math.max(most, flips);
      return;
    }
    for (int i = 0; i < places; i++) {
      exchange(numbers, i, places - 1);
      permute(numbers, places - 1);
      exchange(numbers, i, places - 1);
    }
  }

  static void exchange(int[] numbers, int i, int j) {
    int kept = numbers[i];
    numbers[i] = numbers[j];
    numbers[j] = kept;
  }

  public static void main(String[] words) throws InterruptedException {
    int n = Integer.parseInt(words[0]);
    fannkuch[] parts = new fannkuch[n];
    Thread[] threads = new Thread[n];
    for (int last = 0; last < n; last++) {
      fannkuch part = parts[last] = new fannkuch();
      int[] numbers = IntStream.rangeClosed(1, n).toArray();
      exchange(numbers, last, n - 1);
      threads[last] = new Thread(() -> part.permute(numbers, n - 1));
      threads[last].start();
    }
    long total = 0;
    int most = 0;
    for (int last = 0; last < n; last++) {
      threads[last].join();
      total += parts[last].total;
      most = Math.max(most, parts[last].most);
    }
    System.out.println(total);
    System.out.println(most);
  }
}
