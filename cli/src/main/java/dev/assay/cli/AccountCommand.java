package dev.assay.cli;

import dev.assay.platform.access.Role;
import dev.assay.platform.account.AccountView;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Makes an account.
@Command(
    name = "account",
    mixinStandardHelpOptions = true,
    description =
        "Makes an account on a platform and prints its login link. For operators of the platform.")
final class AccountCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Parameters(paramLabel = "NAME", description = "Name of the account.")
  String name = "";

  @Mixin PlatformOption platform = new PlatformOption();

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      defaultValue = "author",
      description =
          "What it may do: author submits, host publishes too, operator does everything (default: ${DEFAULT-VALUE}).")
  String role = "author";

  AccountCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  /// What is asked for.
  record NewAccount(String name, Role role) {}

  /// A way in.
  record LoginLink(String url, Instant expiresAt) {}

  /// What was made.
  record AccountCreated(AccountView account, LoginLink loginLink) {}

  @Override
  public Integer call() {
    AccountCreated made =
        platform
            .client(wiring)
            .post("/api/v1/accounts", new NewAccount(name, role()), AccountCreated.class);
    var out = wiring.terminal().out();
    out.println(
        "%s (%s). Its login link, good for one use until %s:"
            .formatted(
                made.account().name(), made.account().role().text(), made.loginLink().expiresAt()));
    out.println("  " + made.loginLink().url());
    return 0;
  }

  private Role role() {
    try {
      return Role.valueOf(role.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new dev.assay.core.error.AssayException(
          dev.assay.core.error.ErrorCode.USAGE,
          "--role %s: it is author, host or operator.".formatted(role),
          e);
    }
  }
}
