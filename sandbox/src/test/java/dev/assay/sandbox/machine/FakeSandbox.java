package dev.assay.sandbox.machine;

import dev.assay.core.run.Cost;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Evidence;
import dev.assay.core.run.ProcessResult;
import dev.assay.sandbox.Allowance;
import dev.assay.sandbox.Container;
import dev.assay.sandbox.ContainerSpec;
import dev.assay.sandbox.Heard;
import dev.assay.sandbox.MeasuredProcess;
import dev.assay.sandbox.MeterReading;
import dev.assay.sandbox.ProcessSpec;
import dev.assay.sandbox.Sandbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A sandbox in which every process ends as a test says.
final class FakeSandbox implements Sandbox {
  private final Function<List<String>, ProcessResult> outcomes;
  private final List<List<String>> executed = new ArrayList<>();
  private int open;

  /// @param outcomes of the arguments behind the program
  FakeSandbox(Function<List<String>, ProcessResult> outcomes) {
    this.outcomes = outcomes;
  }

  /// The arguments of every process, in order.
  List<List<String>> executed() {
    return executed;
  }

  int openContainers() {
    return open;
  }

  static ProcessResult result(
      Ending ending, long wallNanos, long cpuNanos, @Nullable Long oomKills, int leftBehind) {
    return new ProcessResult(
        ending,
        new Evidence(oomKills, 64 << 20, null, null, leftBehind, null, null, null),
        new Cost(
            wallNanos, cpuNanos, null, null, null, null, null, null, null, null, null, null, null,
            null, null, null, null),
        null,
        List.of(),
        null,
        null);
  }

  @Override
  public Container start(ContainerSpec spec) {
    open++;
    return new Container() {
      @Override
      public MeasuredProcess execute(ProcessSpec process) {
        List<String> arguments = process.command().subList(1, process.command().size());
        executed.add(arguments);
        return new Ended(outcomes.apply(arguments));
      }

      @Override
      public void close() {
        open--;
      }
    };
  }

  private record Ended(ProcessResult result) implements MeasuredProcess {
    @Override
    public long say(String line) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Heard hear(Allowance allowance) {
      return new Heard.Ended();
    }

    @Override
    public long cpuNanos() {
      return 0;
    }

    @Override
    public MeterReading read() {
      return new MeterReading(
          0, 0, null, null, null, null, null, null, null, null, null, null, null);
    }

    @Override
    public boolean awaitEnd(Duration atMost) {
      return true;
    }

    @Override
    public void awaitEnd(Allowance allowance) {}

    @Override
    public ProcessResult finish(Allowance allowance) {
      return result;
    }

    @Override
    public ProcessResult stop(String reason) {
      return result;
    }

    @Override
    public void close() {}
  }
}
