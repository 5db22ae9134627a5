package dev.assay.sandbox.runc;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.assay.core.error.AssayException;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Evidence;
import dev.assay.core.run.Limit;
import dev.assay.core.run.LogFile;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.Allowance;
import dev.assay.sandbox.Cancellation;
import dev.assay.sandbox.Heard;
import dev.assay.sandbox.MeasuredProcess;
import dev.assay.sandbox.MeterReading;
import dev.assay.sandbox.ProcessSpec;
import dev.assay.sandbox.StandardOutput;
import dev.assay.sandbox.cgroup.GroupUsage;
import dev.assay.sandbox.cgroup.ProcessGroup;
import dev.assay.sandbox.kernel.Descriptor;
import dev.assay.sandbox.kernel.KernelException;
import dev.assay.sandbox.kernel.PollSet;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A process tree that the launcher executes. While somebody waits for it, one thread sleeps in
/// `ppoll` until it says something, ends, or a limit could have been passed.
final class RuncProcess implements MeasuredProcess {
  private static final Duration DEATH_PATIENCE = Duration.ofSeconds(10);
  private static final Duration UNLIMITED = Duration.ofDays(1_000);
  private static final int BUFFER_BYTES = 1 << 16;

  private static final GroupUsage NOTHING_KNOWN =
      new GroupUsage(
          null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
          null, null);

  private static final int ANSWERS = 0;
  private static final int OUTPUT = 1;
  private static final int ERROR = 2;
  private static final int OUT_OF_MEMORY = 3;

  private final ProcessSpec spec;
  private final int cpus;
  private final LauncherChannel channel;
  private final ProcessGroup group;
  private final Streams streams;
  private final MachineClock start;
  private final Cancellation cancellation;
  private final PollSet poll = new PollSet(4);
  private final Arena arena = Arena.ofShared();
  private final MemorySegment buffer = arena.allocate(BUFFER_BYTES);
  private final LineSplitter lines = new LineSplitter();
  private final LogKeeper log;
  private final @Nullable LogKeeper kept;
  private final TreeWatch watch;
  private boolean outputOpen;
  private boolean errorOpen = true;
  private @Nullable Answer last;
  private @Nullable Passed passed;
  private @Nullable String stopReason;
  private @Nullable String platformFailure;
  private @Nullable ProcessResult result;

  RuncProcess(
      ProcessSpec spec,
      int cpus,
      LauncherChannel channel,
      ProcessGroup group,
      Streams streams,
      MachineClock start,
      Cancellation cancellation) {
    this.spec = spec;
    this.cpus = cpus;
    this.channel = channel;
    this.group = group;
    this.streams = streams;
    this.start = start;
    this.cancellation = cancellation;
    this.watch = new TreeWatch(spec, group, System.nanoTime());
    this.log = LogKeeper.open(spec.log());
    this.kept =
        spec.output() instanceof StandardOutput.Kept(ProcessSpec.Log file, DataSize limit)
            ? open(file, limit)
            : null;
    poll.watch(ANSWERS, channel.readEnd());
    poll.watch(ERROR, streams.error());
    Descriptor oomNotice = group.oomNotice();
    if (oomNotice != null) {
      poll.watch(OUT_OF_MEMORY, oomNotice);
    }
    outputOpen = streams.output() != null;
  }

  /// A log that keeps more than the process may write needs no tail, however much that is.
  private static LogKeeper open(ProcessSpec.Log file, @Nullable DataSize limit) {
    return limit != null && file.kept().compareTo(limit) > 0
        ? LogKeeper.openHead(file)
        : LogKeeper.open(file);
  }

  /// It ended before it was told to go.
  void take(Answer answer) {
    last = answer;
  }

  boolean finished() {
    return result != null;
  }

  @Override
  public long say(String line) {
    Descriptor input = streams.input();
    if (input == null) {
      throw new IllegalStateException("this process has no conversation");
    }
    byte[] bytes = (line + "\n").getBytes(UTF_8);
    if (bytes.length > LineSplitter.LONGEST) {
      throw new IllegalArgumentException(
          "a line of %d bytes; at most %d".formatted(bytes.length, LineSplitter.LONGEST));
    }
    MemorySegment whole = buffer.asSlice(0, bytes.length);
    MemorySegment.copy(bytes, 0, whole, ValueLayout.JAVA_BYTE, 0, bytes.length);
    long at = System.nanoTime();
    try {
      // So short a line is written whole or not at all (pipe(7)). When the pipe is full since the
      // program does not read, the line is lost, and the program will not answer it.
      input.write(whole);
    } catch (KernelException refused) {
      fail("cannot write to the process: " + refused.getMessage());
    }
    return at;
  }

  @Override
  public Heard hear(Allowance allowance) {
    watch.begin(allowance, cpus);
    while (true) {
      Heard heard = lines.poll();
      if (heard != null) {
        return last == null && endedByLimitBeforeAnswer() ? new Heard.Ended() : heard;
      }
      if (last != null) {
        return new Heard.Ended();
      }
      advance(allowance, true, allowance.startNanos() + allowance.wall().toNanos());
    }
  }

  /// The kernel may have killed a child for memory right before the parent answered, and the answer
  /// may be what passed the limit of its file system.
  private boolean endedByLimitBeforeAnswer() {
    passed = watch.findMemoryPassed();
    if (passed == null) {
      passed = watch.findStoragePassed();
    }
    if (passed != null) {
      kill();
    }
    return passed != null;
  }

  @Override
  public boolean awaitEnd(Duration atMost) {
    long until = System.nanoTime() + atMost.toNanos();
    var unlimited = Allowance.fromNow(Limit.WALL, UNLIMITED, cpuNanos(), UNLIMITED);
    watch.begin(unlimited, cpus);
    while (result == null && last == null && System.nanoTime() - until < 0) {
      advance(unlimited, false, until);
    }
    return result != null || last != null;
  }

  @Override
  public long cpuNanos() {
    return group.cpuNanos();
  }

  @Override
  public MeterReading read() {
    return group.read();
  }

  @Override
  public void awaitEnd(Allowance allowance) {
    if (result != null) {
      return;
    }
    watch.begin(allowance, cpus);
    while (last == null) {
      advance(allowance, false, allowance.startNanos() + allowance.wall().toNanos());
    }
  }

  @Override
  public ProcessResult finish(Allowance allowance) {
    awaitEnd(allowance);
    return result == null ? conclude() : result;
  }

  @Override
  public ProcessResult stop(String reason) {
    if (result != null) {
      return result;
    }
    if (last == null) {
      takeAnswer();
    }
    if (last == null) {
      stopReason = reason;
      watch.sampleMemory();
      kill();
    }
    return conclude();
  }

  @Override
  public void close() {
    if (result == null) {
      stop("not finished by its runner");
    }
  }

  /// Its container has gone before it was finished.
  void abandon() {
    if (result == null && last == null) {
      fail("its container was taken away");
    }
  }

  /// Waits once, takes in what there is, and looks at the limits that are due.
  ///
  /// @param toLines whether standard output becomes lines, or is dropped
  /// @param until `System.nanoTime()` to come back at, at the latest
  private void advance(Allowance allowance, boolean toLines, long until) {
    if (outputOpen) {
      Descriptor output = streams.output();
      if (output != null) {
        poll.watch(OUTPUT, output);
      }
    }
    try {
      // What came together with an answer before shows in no descriptor any more.
      poll.await(
          channel.hasAnswer() ? 0 : Math.min(watch.nextCheckNanos(), until) - System.nanoTime());
      if (poll.readable(OUTPUT)) {
        outputOpen = readOutput(toLines);
      }
      if (poll.readable(ERROR)) {
        errorOpen = readError();
      }
      if (poll.readable(OUT_OF_MEMORY)) {
        takeOomNotice();
      }
    } catch (KernelException refused) {
      fail("cannot wait for the process: " + refused.getMessage());
      return;
    }
    if (!outputOpen) {
      poll.clear(OUTPUT);
    }
    if (!errorOpen) {
      poll.clear(ERROR);
    }
    if (poll.readable(ANSWERS) || channel.hasAnswer()) {
      takeAnswer();
    }
    if (last != null) {
      drain(toLines);
    } else if (cancellation.isRequested()) {
      stopReason = Cancellation.REASON;
      watch.sampleMemory();
      kill();
    } else if ((passed = passedOutput()) != null) {
      kill();
    } else if (lines.isEmpty()) {
      enforce(allowance);
    }
  }

  /// The kernel is about to kill a process for memory; the others have to go with it.
  private void takeOomNotice() throws KernelException {
    Descriptor oomNotice = group.oomNotice();
    if (oomNotice != null) {
      int ignored = oomNotice.read(buffer);
      watch.expectOomKill();
    }
  }

  private void enforce(Allowance allowance) {
    passed = watch.findPassed(allowance);
    if (passed != null) {
      long deadNanos = kill();
      passed = passed.reached(watch.reachedAtEnd(passed, allowance, deadNanos));
    }
  }

  private void takeAnswer() {
    Optional<Answer> answer = channel.await(Duration.ZERO);
    answer.ifPresent(received -> last = received);
  }

  /// @return whether there can be more
  private boolean readOutput(boolean toLines) throws KernelException {
    Descriptor output = streams.output();
    if (output == null) {
      return false;
    }
    int count = output.read(buffer);
    long at = System.nanoTime();
    if (count > 0 && kept != null) {
      write(kept, count);
    } else if (count > 0 && toLines) {
      lines.add(buffer.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE), at);
    }
    return count != 0;
  }

  private boolean readError() throws KernelException {
    int count = streams.error().read(buffer);
    if (count > 0) {
      write(log, count);
    }
    return count != 0;
  }

  private void write(LogKeeper keeper, int count) {
    try {
      keeper.write(buffer.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE));
    } catch (IOException e) {
      fail("cannot write the log %s: %s".formatted(keeper.file(), e.getMessage()));
    }
  }

  private @Nullable Passed passedOutput() {
    return kept != null
            && spec.output() instanceof StandardOutput.Kept(ProcessSpec.Log _, DataSize limit)
            && limit != null
            && kept.total() > limit.bytes()
        ? new Passed(Limit.OUTPUT, limit.bytes(), kept.total())
        : null;
  }

  /// The tree is dead; what it wrote before is still in the pipes.
  private void drain(boolean toLines) {
    try {
      boolean more = true;
      while (more) {
        boolean fromError = readChunk(ERROR, false);
        more = readChunk(OUTPUT, toLines) || fromError;
      }
    } catch (KernelException refused) {
      fail("cannot read what the process wrote: " + refused.getMessage());
    }
  }

  /// @return whether something was read
  private boolean readChunk(int which, boolean toLines) throws KernelException {
    try (var once = new PollSet(1)) {
      Descriptor from = which == ERROR ? streams.error() : streams.output();
      if (from == null) {
        return false;
      }
      once.watch(0, from);
      if (once.await(0) == 0) {
        return false;
      }
      return which == ERROR ? readError() : readOutput(toLines);
    }
  }

  /// Kills the tree from outside, which waits for no processor, and has the launcher see to it that
  /// nothing is left.
  ///
  /// @return `System.nanoTime()` when its group was empty
  private long kill() {
    channel.kill();
    group.kill();
    long deadNanos = System.nanoTime();
    if (!awaitDeath()) {
      fail("the process did not die within %s of being killed".formatted(DEATH_PATIENCE));
    }
    drain(true);
    return deadNanos;
  }

  private boolean awaitDeath() {
    if (last == null) {
      channel.await(DEATH_PATIENCE).ifPresent(answer -> last = answer);
    }
    return last != null;
  }

  private void fail(String what) {
    if (platformFailure == null) {
      platformFailure = what;
    }
    if (last == null) {
      last = new Answer.Gone();
    }
  }

  private ProcessResult conclude() {
    drain(false);
    Answer answer = last == null ? new Answer.Gone() : last;
    if (answer instanceof Answer.Gone) {
      group.kill();
    }
    checkStorage();
    GroupUsage usage = usage();
    var facts =
        new EndingFacts(
            answer,
            platformFailure,
            usage.oomKills() == null ? 0 : usage.oomKills(),
            spec.memory().bytes(),
            usage.peakChargedBytes() == null ? spec.memory().bytes() : usage.peakChargedBytes(),
            passed,
            stopReason);
    LogFile stderr = close(log);
    LogFile stdout = kept == null ? null : close(kept);
    closeAll();
    Ending ending =
        platformFailure == null ? facts.decide() : new Ending.SandboxFailed(platformFailure);
    result =
        new ProcessResult(
            ending,
            evidence(facts, usage),
            watch.cost(answer, usage),
            start.noiseUntilNow(usage.throttledNanos()),
            watch.samples(),
            stdout,
            stderr);
    return result;
  }

  private void checkStorage() {
    if (passed == null && platformFailure == null) {
      passed = passedOutput();
    }
    if (passed == null && platformFailure == null) {
      passed = watch.findStoragePassedAtEnd();
    }
  }

  /// Its container may be taken away meanwhile, when this JVM is told to end.
  private GroupUsage usage() {
    try {
      return group.usage();
    } catch (AssayException gone) {
      fail("its control groups are gone: " + gone.getMessage());
      return NOTHING_KNOWN;
    }
  }

  private @Nullable LogFile close(LogKeeper keeper) {
    try {
      return keeper.close();
    } catch (IOException e) {
      fail("cannot write the log %s: %s".formatted(keeper.file(), e.getMessage()));
      return null;
    }
  }

  private void closeAll() {
    streams.close();
    poll.close();
    arena.close();
    try {
      group.remove();
    } catch (AssayException gone) {
      fail("its control groups cannot be removed: " + gone.getMessage());
    }
  }

  private static Evidence evidence(EndingFacts facts, GroupUsage usage) {
    Integer exitCode = null;
    Integer signal = null;
    int left = 0;
    if (facts.answer() instanceof Answer.Ended ended) {
      exitCode = ended.signal() == 0 ? ended.exitCode() : null;
      signal = ended.signal() == 0 ? null : ended.signal();
      left = ended.leftBehind();
    }
    return new Evidence(
        usage.oomKills(),
        facts.memoryLimit(),
        usage.peakChargedBytes(),
        facts.killedBy(),
        left,
        exitCode,
        signal,
        usage.refusedForks());
  }
}
