/** Flips of all permutations, by exchanging each place with those before it. */
final class fannkuch {
  static long total;
  static int most;

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

  static void permute(int[] numbers, int places) {
    if (places == 1) {
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

  public static void main(String[] words) {
    int[] numbers = new int[Integer.parseInt(words[0])];
    java.util.Arrays.setAll(numbers, i -> i + 1);
    permute(numbers, numbers.length);
    System.out.println(total);
    System.out.println(most);
  }
}
