import java.io.BufferedOutputStream;
import java.io.IOException;

/** The other strand: everything is read, then each sequence is written from its end. */
final class revcomp {
  static final byte[] OTHER = new byte[128];

  static {
    String from = "ACGTMRWSYKVHDBN";
    String to = "TGCAKYWSRMBDHVN";
    for (int i = 0; i < from.length(); i++) {
      OTHER[from.charAt(i)] = (byte) to.charAt(i);
    }
  }

  static int find(byte[] text, char wanted, int from) {
    int at = from;
    while (at < text.length && text[at] != wanted) {
      at++;
    }
    return at;
  }

  public static void main(String[] words) throws IOException {
    byte[] text = System.in.readAllBytes();
    try (var out = new BufferedOutputStream(System.out, 1 << 16)) {
      for (int at = 0; at < text.length; ) {
        int line = Math.min(text.length, find(text, '\n', at) + 1);
        int next = find(text, '>', line);
        out.write(text, at, line - at);
        int column = 0;
        for (int i = next - 1; i >= line; i--) {
          if (text[i] != '\n') {
            out.write(OTHER[text[i]]);
            if (++column % 60 == 0) {
              out.write('\n');
            }
          }
        }
        if (column % 60 != 0) {
          out.write('\n');
        }
        at = next;
      }
    }
  }
}
