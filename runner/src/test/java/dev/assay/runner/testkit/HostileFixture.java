package dev.assay.runner.testkit;

import dev.assay.sandbox.host.HostCommand;
import dev.assay.sandbox.host.LocalPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The programs of `hostile.c`, each a mode with a name: as a solution that does at case 1 what its
/// point's name says, and as a command `hostile MODE FOLDER`.
public final class HostileFixture {
  private static final String PROGRAMS = "runner/src/test/resources/dev/assay/runner/hostile";
  private static final long BIG_FILE_BYTES = 200L << 20;

  private HostileFixture() {}

  /// Measures the modes through the harness, a point each.
  ///
  /// @param folder empty; bundle and solution are written there
  /// @param modes two that are the same are told apart by a suffix, as in `spins.2`
  /// @param limits the manifest's section `[limits]`
  public static MeasuredRun measure(
      HomeMachine machine, Path folder, List<String> modes, String limits) throws IOException {
    Path bundle = FaultyFixture.bundle(folder, modes, limits);
    return new MeasuredRun(machine.measure(solution(folder.resolve("solution"), modes), bundle));
  }

  private static Path solution(Path folder, List<String> modes) throws IOException {
    Path programs = Folders.repository().resolve(PROGRAMS);
    Files.createDirectories(folder);
    for (String name : List.of("hostile.h", "hostile.c", "throw.cpp", "call/solution.cpp")) {
      Path source = programs.resolve(name);
      Files.copy(source, folder.resolve(String.valueOf(source.getFileName())));
    }
    return Folders.write(
        folder,
        "names.txt",
        String.join("\n", modes),
        "solution.toml",
        """
        [solution]
        bundle = "test/twice@1"
        language = "cpp"

        [build]
        command = "head -c %d /dev/zero > 200-mib && make -f assay/build.mk CFLAGS=-O1"
        """
            .formatted(BIG_FILE_BYTES));
  }

  /// The command, linked statically with the host's compiler.
  ///
  /// @param folder where it is put
  public static Path command(Path folder) throws IOException {
    Path programs = Folders.repository().resolve(PROGRAMS);
    Path binary = folder.resolve("hostile");
    Files.createDirectories(folder);
    List<String> sources =
        Stream.of("hostile.c", "exec/main.c", "throw.cpp")
            .map(name -> programs.resolve(name).toString())
            .toList();
    // A C++ compiler takes C for C++, unless it is told what it is.
    var compile =
        Stream.of(
                Stream.of("g++", "-static", "-pthread", "-O1", "-I", programs.toString()),
                Stream.of("-o", binary.toString(), "-x", "c", sources.get(0), sources.get(1)),
                Stream.of("-x", "c++", sources.get(2)))
            .flatMap(part -> part)
            .toList();
    var answer = new LocalPrograms().execute(HostCommand.of(compile));
    if (!answer.succeeded()) {
      throw new IOException("the hostile command cannot be compiled: " + answer);
    }
    return binary;
  }

  /// The file of 200 MiB that `reads-200-mib` reads.
  public static void writeBigFile(Path folder) throws IOException {
    byte[] mebibyte = new byte[1 << 20];
    try (var file = Files.newOutputStream(folder.resolve("200-mib"))) {
      for (long left = BIG_FILE_BYTES; left > 0; left -= mebibyte.length) {
        file.write(mebibyte);
      }
    }
  }
}
