package dev.assay.sandbox.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.MachineFinding;
import dev.assay.core.run.MachineFinding.Level;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.kernel.ClockAdjustment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// On recorded machines.
class DoctorTest {
  private static final Demand DEMAND =
      new Demand(
          Path.of("/var/lib/assay/work"), DataSize.ofGibibytes(1), DataSize.ofMebibytes(512));
  private static final ClockAdjustment KEPT = new ClockAdjustment(true, 21_000, -11.62, 0.1);
  private static final ClockAdjustment SLEWED = new ClockAdjustment(true, 180_000_000, 12.5, 703.1);
  private static final ClockAdjustment FREE = new ClockAdjustment(false, 0, 0, 0);

  @TempDir private Path root;

  /// A probe that answers as it is told.
  private record Told(ClockAdjustment adjustment, double readingNanos, long freeBytes)
      implements MachineProbe {
    @Override
    public Optional<ClockAdjustment> clockAdjustment() {
      return Optional.of(adjustment);
    }

    @Override
    public Optional<MonotonicClock> monotonicClock() {
      return Optional.of(new MonotonicClock(1, readingNanos));
    }

    @Override
    public Optional<Long> freeBytes(Path folder) {
      return Optional.of(freeBytes);
    }
  }

  /// A probe that can tell nothing.
  private static final class Silent implements MachineProbe {
    @Override
    public Optional<ClockAdjustment> clockAdjustment() {
      return Optional.empty();
    }

    @Override
    public Optional<MonotonicClock> monotonicClock() {
      return Optional.empty();
    }

    @Override
    public Optional<Long> freeBytes(Path folder) {
      return Optional.empty();
    }
  }

  private static MachineProbe probe(String machine) {
    return switch (machine) {
      case "laptop" -> new Told(KEPT, 24, 200L << 30);
      case "server" -> new Told(KEPT, 21, 900L << 30);
      case "cloud" -> new Told(SLEWED, 410, 700L << 20);
      default -> new Told(FREE, 61, 20L << 30);
    };
  }

  private List<MachineFinding> examine(String machine) throws IOException {
    var tree = RecordedTree.unpack(machine, root);
    return new Doctor(root, DEMAND, probe(machine)).examine(tree::passMoment);
  }

  private static String shown(List<MachineFinding> findings) {
    return findings.stream()
        .map(finding ->
            "%-7s  %s: %s%s\n"
                .formatted(
                    finding.level(),
                    finding.subject(),
                    finding.text(),
                    finding.advice().isEmpty() ? "" : "\n         -> " + finding.advice()))
        .collect(Collectors.joining());
  }

  @ParameterizedTest
  @ValueSource(strings = {"laptop", "server", "cloud", "board"})
  void findsOfEachMachineWhatItIsLike(String machine) throws IOException {
    String found = shown(examine(machine));

    assertThat(found).isEqualTo(RecordedTree.text(machine + ".findings.txt"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"laptop", "server", "cloud", "board"})
  void givesAdviceWithEveryWarning(String machine) throws IOException {
    assertThat(examine(machine))
        .filteredOn(finding -> finding.level().compareTo(Level.WARNING) >= 0)
        .allSatisfy(finding -> assertThat(finding.advice()).isNotBlank());
  }

  @Test
  void takesNothingThatItCannotReadForFine() {
    List<MachineFinding> findings = new Doctor(root, DEMAND, new Silent()).examine(() -> {});

    assertThat(findings)
        .extracting(MachineFinding::level)
        .doesNotContain(Level.FINE, Level.WARNING);
    assertThat(findings)
        .filteredOn(finding -> finding.level() == Level.UNFIT)
        .extracting(MachineFinding::subject)
        .containsExactly("control groups", "disk");
  }

  @Test
  void seesTheLoadOfTheMomentOnlyWhenItMayWatch() throws IOException {
    RecordedTree.unpack("laptop", root);

    MachineFinding load = find("load", "laptop");

    assertThat(load).isEqualTo(MachineFinding.fine("load", "0.92 on 8 cores"));
  }

  @Test
  void asksToStartOnTheIsolatedCoresWhenAssayIsKeptOffThem() throws IOException {
    RecordedTree.unpack("server", root);
    write("proc/self/status", "Cpus_allowed_list:\t0-7\n");

    MachineFinding isolation = find("isolated cores", "server");

    assertThat(isolation.level()).isEqualTo(Level.WARNING);
    assertThat(isolation.advice()).isEqualTo("taskset -c 0-15 ./assay …");
  }

  @Test
  void warnsWhenOtherCoresAreIsolatedThanThoseThatMeasure() throws IOException {
    RecordedTree.unpack("server", root);
    write("sys/devices/system/cpu/isolated", "0-3\n");

    MachineFinding isolation = find("isolated cores", "server");

    assertThat(isolation.level()).isEqualTo(Level.WARNING);
    assertThat(isolation.text()).contains("cores 0-3", "from 15 down");
  }

  @Test
  void takesAFixedFrequencyForFineWhateverTheGovernorIs() throws IOException {
    RecordedTree.unpack("laptop", root);
    for (int cpu = 0; cpu < 8; cpu++) {
      write("sys/devices/system/cpu/cpu%d/cpufreq/scaling_min_freq".formatted(cpu), "1800000\n");
      write("sys/devices/system/cpu/cpu%d/cpufreq/scaling_max_freq".formatted(cpu), "1800000\n");
    }

    assertThat(find("governor", "laptop"))
        .isEqualTo(MachineFinding.fine("governor", "the frequency is fixed at 1.80 GHz"));
  }

  @Test
  void saysThatWhoMakesTheLoadCannotBeSeen() throws IOException {
    MachineFinding load =
        examine("cloud").stream()
            .filter(finding -> finding.subject().equals("load"))
            .findFirst()
            .orElseThrow();

    assertThat(load.level()).isEqualTo(Level.WARNING);
    assertThat(load.text())
        .endsWith("of processes that cannot be seen from here, or that have ended");
  }

  @Test
  void readsNamesThatAreNotUtf8AndShowsThemHarmlessly() throws IOException {
    var tree = RecordedTree.unpack("laptop", root);
    Files.write(
        root.resolve("proc/2100/comm"),
        new byte[] {'\u001b', '[', '3', '1', 'm', (byte) 0xff, 'x'});

    List<MachineFinding> findings =
        new Doctor(root, DEMAND, probe("laptop")).examine(tree::passMoment);

    assertThat(shown(findings)).contains("�x (pid 2100) 99 %").doesNotContain("\u001b");
  }

  private MachineFinding find(String subject, String machine) {
    return new Doctor(root, DEMAND, probe(machine))
        .examine().stream()
            .filter(finding -> finding.subject().equals(subject))
            .findFirst()
            .orElseThrow();
  }

  private void write(String path, String text) throws IOException {
    Files.writeString(root.resolve(path), text);
  }
}
