package dev.assay.cli;

import dev.assay.cli.client.ApiClient;
import dev.assay.cli.client.Credentials;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.access.Scope;
import dev.assay.platform.account.AccountView;
import dev.assay.platform.account.TokenView;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Gets a token for the command line.
@Command(
    name = "login",
    mixinStandardHelpOptions = true,
    description =
        "Keeps a token for a platform, which the other commands use. A login link is used up by it.",
    footer = {
      "",
      "Examples:",
      "  assay login http://127.0.0.1:8080/login/2Xk…     with a login link",
      "  assay login https://assay.example.org            asks for a name and a password",
      "  assay login https://assay.example.org --token -  reads a token from standard input"
    })
final class LoginCommand implements Callable<Integer> {
  private static final Pattern LINK = Pattern.compile("https?://[^/]+/login/[^/]+");

  private final Wiring wiring;

  @Parameters(paramLabel = "URL", description = "A login link, or the address of a platform.")
  String url = "";

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description =
          "A token that was made before; '-' reads it from standard input, so that it is in no history.")
  @Nullable String token;

  LoginCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  /// What a link is exchanged with.
  record LinkLogin(String link, String tokenName) {}

  /// What a password is exchanged with.
  record PasswordLogin(String name, String password, String tokenName) {}

  /// What the platform answers to either.
  record Granted(AccountView account, @Nullable String csrfToken, @Nullable TokenCreated token) {}

  /// A token, and its secret this once.
  record TokenCreated(TokenView token, String secret) {}

  /// Whose token it is.
  record Me(AccountView account, List<Scope> scopes, @Nullable String csrfToken) {}

  @Override
  public Integer call() {
    String platform = ApiClient.rootOf(url);
    String kept = token == null ? exchange(platform) : given(token);
    var login = new Credentials.Login(platform, kept);
    var account = new ApiClient(login).get("/api/v1/account", Me.class).account();
    wiring.credentials().store(login);
    wiring
        .terminal()
        .out()
        .println(
            "Logged in to %s as %s (%s). The token is kept in %s."
                .formatted(
                    platform, account.name(), account.role().text(), wiring.credentials().file()));
    return 0;
  }

  private String exchange(String platform) {
    var client = new ApiClient(new Credentials.Login(platform, null));
    String name = "assay on " + wiring.hostName();
    Granted granted =
        LINK.matcher(url).matches()
            ? client.post("/api/v1/login-link", new LinkLogin(url, name), Granted.class)
            : client.post("/api/v1/login", password(name), Granted.class);
    if (granted.token() == null) {
      throw new AssayException(
          ErrorCode.INTERNAL, "%s gave no token, though one was asked for.".formatted(platform));
    }
    return granted.token().secret();
  }

  private static PasswordLogin password(String tokenName) {
    var console = Objects.requireNonNull(System.console());
    if (!console.isTerminal()) {
      throw new AssayException(
          ErrorCode.USAGE,
          "There is no terminal to ask for a name and a password; give a login link, or --token.");
    }
    String name = console.readLine("Name: ");
    char[] password = console.readPassword("Password: ");
    return new PasswordLogin(name, new String(password), tokenName);
  }

  private static String given(String text) {
    if (!text.equals("-")) {
      return text;
    }
    try (var in = new java.util.Scanner(System.in, java.nio.charset.StandardCharsets.UTF_8)) {
      return in.hasNextLine() ? in.nextLine().strip() : "";
    }
  }
}
