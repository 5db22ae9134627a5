package dev.assay.cli;

import dev.assay.cli.log.Logging;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The `assay` command. By itself it does nothing but tell how it is used; the work is in its
/// subcommands.
@Command(
    name = "assay",
    mixinStandardHelpOptions = true,
    versionProvider = AssayVersion.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Turns an implementation, frozen at a commit, into measured and judged numbers.",
    footer = {
      "",
      "Start with: assay demo",
      "",
      "Exit codes: 0 done; 1 done, and something did not pass; 2 used wrongly;",
      "3 the bundle is at fault; 4 the machine or platform is."
    })
public final class AssayCommand implements Runnable {
  /// By name, in the order in which help shows them.
  private static final Map<String, Function<Wiring, Object>> COMMANDS = commands();

  /// Commands that go on for long, and so have a log.
  private static final Set<String> LOGGING = Set.of("serve");

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  public static void main(String[] arguments) {
    // Messages and numbers look the same on every machine.
    Locale.setDefault(Locale.ROOT);
    if (arguments.length == 0 || !LOGGING.contains(arguments[0])) {
      Logging.beSilent();
    } else if (List.of(arguments).contains("--demo")) {
      Logging.warnOnly();
    }
    var wiring = new Wiring(Terminal.ofProcess(), System.getenv());
    int code = commandLine(wiring, needed(arguments)).execute(arguments);
    wiring.finished();
    System.exit(code);
  }

  /// Every subcommand has `--version`, and says the same.
  private static void giveVersion(CommandLine line) {
    for (CommandLine command : line.getSubcommands().values()) {
      command.getCommandSpec().versionProvider(new AssayVersion());
      giveVersion(command);
    }
  }

  private static Map<String, Function<Wiring, Object>> commands() {
    var commands = new LinkedHashMap<String, Function<Wiring, Object>>();
    commands.put("demo", DemoCommand::new);
    commands.put("run", RunCommand::new);
    commands.put("verify", VerifyCommand::new);
    commands.put("compare", CompareCommand::new);
    commands.put("report", ReportCommand::new);
    commands.put("init", InitCommand::new);
    commands.put("bundle", AssayCommand::bundle);
    commands.put(
        "image",
        wiring ->
            new CommandLine(new ImageCommand())
                .addSubcommand("build", new ImageBuildCommand(wiring))
                .addSubcommand("publish", new ImagePublishCommand(wiring)));
    commands.put("serve", ServeCommand::new);
    commands.put("backup", BackupCommand::new);
    commands.put("restore", RestoreCommand::new);
    commands.put("doctor", DoctorCommand::new);
    commands.put("exec", AssayCommand::exec);
    commands.put(
        "game",
        wiring ->
            new CommandLine(new GameCommand())
                .addSubcommand("demo", new GameDemoCommand(wiring))
                .addSubcommand("run", new GameRunCommand(wiring))
                .addSubcommand("iterate", new GameIterateCommand(wiring))
                .addSubcommand("fold", new GameFoldCommand(wiring))
                .addSubcommand("size", new GameSizeCommand(wiring))
                .addSubcommand("series", new GameSeriesCommand(wiring)));
    commands.put("serve", ServeCommand::new);
    commands.put("login", LoginCommand::new);
    commands.put("submit", SubmitCommand::new);
    commands.put("watch", WatchCommand::new);
    commands.put("cancel", CancelCommand::new);
    commands.put("account", AccountCommand::new);
    commands.put("runner-code", RunnerCodeCommand::new);
    commands.put("setup", SetupCommand::new);
    commands.put("runner", RunnerCommand::new);
    commands.put("completion", wiring -> new AutoComplete.GenerateCompletion());
    return Collections.unmodifiableMap(commands);
  }

  /// What follows the command is the command's own, whatever it looks like.
  private static CommandLine exec(Wiring wiring) {
    return new CommandLine(new ExecCommand(wiring)).setStopAtPositional(true);
  }

  private static CommandLine bundle(Wiring wiring) {
    return new CommandLine(new BundleCommand())
        .addSubcommand("check", new BundleCheckCommand(wiring))
        .addSubcommand("hash", new BundleHashCommand(wiring))
        .addSubcommand("make", new BundleMakeCommand(wiring))
        .addSubcommand("new", new BundleNewCommand(wiring))
        .addSubcommand("publish", new BundlePublishCommand(wiring))
        .addSubcommand("verify", new BundleVerifyCommand(wiring));
  }

  /// Which commands these arguments can be about. Picocli reads the annotations of every command
  /// that it is given, which would take most of a start.
  private static Predicate<String> needed(String... arguments) {
    String first = arguments.length == 0 ? "" : arguments[0];
    if (arguments.length == 1 && (first.equals("--version") || first.equals("-V"))) {
      return name -> false;
    }
    boolean alone = COMMANDS.containsKey(first) && !first.equals("completion");
    return alone ? first::equals : name -> true;
  }

  /// The whole command line.
  static CommandLine commandLine(Wiring wiring) {
    return commandLine(wiring, name -> true);
  }

  private static CommandLine commandLine(Wiring wiring, Predicate<String> needed) {
    var errors = new ErrorPrinter(wiring.terminal());
    var line = new CommandLine(new AssayCommand());
    COMMANDS.forEach((name, command) -> {
      if (needed.test(name)) {
        line.addSubcommand(name, command.apply(wiring));
      }
    });
    giveVersion(line);
    // An argument of a measured command may begin with @.
    line.setExpandAtFiles(false);
    line.setOut(wiring.terminal().out());
    line.setErr(wiring.terminal().err());
    line.setUsageHelpWidth(Math.clamp(wiring.terminal().width(), 80, 110));
    line.setExecutionExceptionHandler(errors);
    line.setParameterExceptionHandler(errors);
    return line;
  }
}
