package dev.assay.platform.run;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/// A tar compressed by zstd, written while it is sent. The same content gives the same bytes: no
/// times, no owners.
final class TarStream implements AutoCloseable {
  private static final int LEVEL = 3;
  private static final Pattern SAFE =
      Pattern.compile("(?!.*(?:^|/)\\.{1,2}(?:/|$))[^/\\x00-\\x1f][^\\x00-\\x1f]{0,400}");

  private final TarArchiveOutputStream tar;

  private TarStream(TarArchiveOutputStream tar) {
    this.tar = tar;
  }

  static TarStream to(OutputStream out) throws IOException {
    var tar = new TarArchiveOutputStream(new ZstdOutputStream(out, LEVEL), "UTF-8");
    tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
    tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
    return new TarStream(tar);
  }

  void add(String name, byte[] content) throws IOException {
    begin(name, content.length, 0644);
    tar.write(content);
    tar.closeArchiveEntry();
  }

  void add(String name, String content) throws IOException {
    add(name, content.getBytes(StandardCharsets.UTF_8));
  }

  void add(String name, Path file) throws IOException {
    begin(name, Files.size(file), 0644);
    Files.copy(file, tar);
    tar.closeArchiveEntry();
  }

  /// @param bytes that `content` has, exactly
  void add(String name, long bytes, InputStream content) throws IOException {
    begin(name, bytes, 0644);
    content.transferTo(tar);
    tar.closeArchiveEntry();
  }

  /// Adds the files of another such archive. Links, devices, sparse files and what would lie
  /// elsewhere are left out.
  ///
  /// @param rename the name here for a name there
  void addAll(InputStream archive, UnaryOperator<String> rename) throws IOException {
    try (var in = new TarArchiveInputStream(new ZstdInputStream(archive), "UTF-8")) {
      for (TarArchiveEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        String name =
            entry.getName().startsWith("./") ? entry.getName().substring(2) : entry.getName();
        if (isPlainFile(entry) && isSafe(name)) {
          begin(rename.apply(name), entry.getSize(), (entry.getMode() & 0100) == 0 ? 0644 : 0755);
          in.transferTo(tar);
          tar.closeArchiveEntry();
        }
      }
    }
  }

  /// A sparse file has more bytes than its entry says.
  private static boolean isPlainFile(TarArchiveEntry entry) {
    boolean isSpecial = entry.isCharacterDevice() || entry.isBlockDevice() || entry.isFIFO();
    boolean isLink = entry.isLink() || entry.isSymbolicLink();
    return entry.isFile() && !isLink && !isSpecial && !entry.isSparse();
  }

  private static boolean isSafe(String name) {
    return SAFE.matcher(name).matches();
  }

  private void begin(String name, long bytes, int mode) throws IOException {
    var entry = new TarArchiveEntry(name);
    entry.setSize(bytes);
    entry.setMode(mode);
    entry.setModTime(0L);
    tar.putArchiveEntry(entry);
  }

  @Override
  public void close() throws IOException {
    tar.close();
  }
}
