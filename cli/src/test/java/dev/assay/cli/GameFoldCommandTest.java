package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GameFoldCommandTest {
  private static final String ALL =
      """
      name,lang,id,n,size(B),cpu(s),mem(KB),status,load,elapsed(s),busy(s)
      tree,c,1,7,721,0.004,0,0,0% 33%,0.091,0.098
      tree,c,1,21,721,4.286,199808,0,85% 88%,1.206,4.329
      tree,c,1,21,721,4.387,175268,0,87% 86%,1.201,4.437
      tree,ml,1,7,721,0.000,0,-10,0% 33%,0.091,0.098
      tree,ml,1,21,721,0.000,0,-10,0% 33%,0.091,0.098
      """;

  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int assay(String... words) {
    var wiring =
        new Wiring(
            new Terminal(new PrintWriter(out, true), new PrintWriter(err, true), false, 100),
            Map.of("ASSAY_HOME", folder.resolve("home").toString()));
    int code = AssayCommand.commandLine(wiring).execute(words);
    wiring.finished();
    return code;
  }

  @Test
  void foldsAFile() throws IOException {
    Path file = Files.writeString(folder.resolve("all.csv"), ALL);

    assertThat(assay("game", "fold", file.toString())).isZero();
    assertThat(out.toString())
        .isEqualTo(
            """
            name,lang,id,n,size(B),cpu(s),mem(KB),status,load,elapsed(s),busy(s)
            tree,c,1,21,721,4.387,199808,0,87% 86%,1.201,4.437
            tree,ml,1,21,721,0.000,0,-10,0% 33%,0.091,0.098
            """);
  }

  @Test
  void printsTheFastestOfACompressedFile() throws IOException {
    Path file = folder.resolve("all.csv.gz");
    try (var compressed = new GZIPOutputStream(Files.newOutputStream(file))) {
      compressed.write(ALL.getBytes(StandardCharsets.UTF_8));
    }

    assertThat(assay("game", "fold", "--fastest", file.toString())).isZero();
    assertThat(out.toString().lines().skip(1))
        .containsExactly("tree,c,1,21,721,4.387,199808,0,87% 86%,1.201,4.437");
  }

  @Test
  void saysWhatIsWrongAndWhere() throws IOException {
    Path file = Files.writeString(folder.resolve("all.csv"), ALL + "tree,c,2,21\n");

    assertThat(assay("game", "fold", file.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("all.csv, line 7: has 4 columns instead of 11");
    assertThat(assay("game", "fold", folder.resolve("none.csv").toString())).isEqualTo(2);
    assertThat(err.toString()).contains("none.csv does not exist; name a file like");
  }

  @Test
  void readsWhatSpreadsheetsWrite() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("all.csv"),
            """
            \ufeff"lang","name","id","n","size(B)","elapsed(s)","mem(KB)","status","load","cpu(s)","busy(s)"\r
            \r
            "c, old",tree, 1 ,7,721,1.206,20,0,"85% ""88%",4.286,4.329\r
            """);

    assertThat(assay("game", "fold", file.toString())).isZero();
    assertThat(out.toString().lines().skip(1))
        .containsExactly("tree,\"c, old\",1,7,721,4.286,20,0,\"85% \"\"88%\",1.206,4.329");
  }

  @Test
  void readsWhatBzip2Compressed() throws IOException {
    Path file = folder.resolve("all.csv.bz2");
    try (var compressed = new BZip2CompressorOutputStream(Files.newOutputStream(file))) {
      compressed.write(ALL.getBytes(StandardCharsets.UTF_8));
    }

    assertThat(assay("game", "fold", file.toString())).isZero();
    assertThat(out.toString().lines()).hasSize(3);
  }

  @Test
  void saysWhyAFileCannotBeRead() throws IOException {
    var compressed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(compressed)) {
      gzip.write(ALL.getBytes(StandardCharsets.UTF_8));
    }
    byte[] whole = compressed.toByteArray();
    Path cut = Files.write(folder.resolve("cut.gz"), Arrays.copyOf(whole, whole.length / 2));
    whole[whole.length - 6] ^= 1;
    Path damaged = Files.write(folder.resolve("damaged.gz"), whole);
    Path empty = Files.writeString(folder.resolve("empty.csv"), "\n");

    for (Path file : List.of(cut, damaged, empty, folder)) {
      assertThat(assay("game", "fold", file.toString())).isEqualTo(2);
    }

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().lines())
        .satisfiesExactly(
            one -> assertThat(one).contains("cut.gz ends too early: it is compressed, and cut off"),
            one -> assertThat(one).contains("damaged.gz is damaged: "),
            one -> assertThat(one).contains("empty.csv is empty; a data file of"),
            one -> assertThat(one).contains(" is a folder; name a file like"));
  }
}
