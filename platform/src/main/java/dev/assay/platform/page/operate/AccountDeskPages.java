package dev.assay.platform.page.operate;

import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Role;
import dev.assay.platform.access.Scope;
import dev.assay.platform.account.AccountView;
import dev.assay.platform.account.Accounts;
import dev.assay.platform.account.Accounts.AccountChange;
import dev.assay.platform.account.Accounts.LoginLink;
import dev.assay.platform.account.Accounts.NewAccount;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Page;
import dev.assay.platform.http.Routes;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Confirmation;
import dev.assay.platform.page.Pages;
import dev.assay.platform.page.Typed;
import io.javalin.http.HandlerType;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Accounts, for operators.
final class AccountDeskPages {
  static final String PATH = Operator.PATH + "/accounts";
  private static final String ONE = PATH + "/{account}";
  private static final int ROWS = 40;

  private final Pages pages;
  private final Accounts accounts;

  AccountDeskPages(Pages pages, Accounts accounts) {
    this.pages = pages;
    this.accounts = accounts;
  }

  void register(Routes routes) {
    routes.page(HandlerType.GET, PATH, Scope.OPERATE, this::list);
    routes.page(HandlerType.POST, PATH, Scope.OPERATE, this::create);
    routes.page(HandlerType.GET, ONE, Scope.OPERATE, this::show);
    routes.page(HandlerType.POST, ONE, Scope.OPERATE, this::change);
    routes.page(HandlerType.POST, ONE + "/disable", Scope.OPERATE, this::disable);
    routes.page(HandlerType.POST, ONE + "/enable", Scope.OPERATE, this::enable);
    routes.page(HandlerType.POST, ONE + "/login-link", Scope.OPERATE, this::makeLink);
  }

  /// @param next address of more; absent at the end
  record ListView(
      @Nullable String text, Page<AccountView> accounts, @Nullable String next, Typed typed) {}

  record OneView(AccountView account, Typed typed, String done) {}

  record LinkView(AccountView account, LoginLink link) {}

  private void list(Exchange exchange, Caller caller) {
    answerList(exchange, caller, 200, Typed.NOTHING.with("role", "author"));
  }

  private void answerList(Exchange exchange, Caller caller, int status, Typed typed) {
    String text = exchange.query("q").map(String::strip).orElse(null);
    Page<AccountView> page = accounts.search(text, exchange.cursor(), ROWS);
    String here = text == null ? PATH : Addresses.with(PATH, "q", text);
    var view =
        new ListView(
            text,
            page,
            page.next() == null ? null : Addresses.with(here, "cursor", page.next()),
            typed);
    pages.answer(
        exchange,
        caller,
        status,
        Operator.head(pages, "operate.accounts.title"),
        "page/operate/accounts.jte",
        Map.of("view", view));
  }

  private void create(Exchange exchange, Caller caller) {
    Typed typed = withQuotas(Typed.of(exchange, "name", "role", "waiting", "daily"));
    Role role = role(typed.value("role"));
    if (role == null) {
      typed = typed.wrong("role", pages.texts().of("operate.account.role.wrong"));
    }
    if (!typed.isSound() || role == null) {
      answerList(exchange, caller, 400, typed);
      return;
    }
    Typed asked = typed;
    var made = new AtomicReference<Accounts.@Nullable AccountCreated>();
    Optional<String> refusal =
        Operator.refusal(() ->
            made.set(
                accounts.create(
                    caller,
                    new NewAccount(
                        asked.value("name"),
                        role,
                        number(asked.value("waiting")),
                        number(asked.value("daily"))))));
    Accounts.AccountCreated created = made.get();
    if (created == null) {
      answerList(exchange, caller, 400, asked.wrong("name", refusal.orElse("")));
    } else {
      showLink(exchange, caller, created.account(), created.loginLink());
    }
  }

  /// The link is in the answer and nowhere else, so this one is no redirection.
  private void showLink(Exchange exchange, Caller caller, AccountView account, LoginLink link) {
    pages.answer(
        exchange,
        caller,
        Operator.head(
            pages,
            pages.texts().of("operate.link.title", account.name()),
            "operate.accounts.title",
            PATH),
        "page/operate/link.jte",
        Map.of("view", new LinkView(account, link)));
    exchange.context().header("Cache-Control", "no-store");
  }

  private Typed withQuotas(Typed typed) {
    Typed checked = typed;
    for (String name : new String[] {"waiting", "daily"}) {
      String text = typed.value(name);
      if (!text.isEmpty() && number(text) == null) {
        checked = checked.wrong(name, pages.texts().of("operate.account.quota.wrong"));
      }
    }
    return checked;
  }

  /// Absent for what is no quota.
  private static @Nullable Integer number(String text) {
    return text.matches("[0-9]{1,6}|1000000") ? Integer.valueOf(text) : null;
  }

  private static @Nullable Role role(String text) {
    return Arrays.stream(Role.values())
        .filter(role -> role.text().equals(text))
        .findFirst()
        .orElse(null);
  }

  private void show(Exchange exchange, Caller caller) {
    AccountView account = accounts.load(exchange.pathParameter("account"));
    answer(exchange, caller, 200, account, typed(account));
  }

  private static Typed typed(AccountView account) {
    return Typed.NOTHING
        .with("role", account.role().text())
        .with("waiting", text(account.jobsWaitingQuota()))
        .with("daily", text(account.jobsDailyQuota()));
  }

  private static String text(@Nullable Integer number) {
    return number == null ? "" : number.toString();
  }

  private void answer(
      Exchange exchange, Caller caller, int status, AccountView account, Typed typed) {
    String done =
        exchange.query("done").filter(one -> one.matches("changed|disabled|enabled")).orElse("");
    pages.answer(
        exchange,
        caller,
        status,
        Operator.head(pages, account.name(), "operate.accounts.title", PATH),
        "page/operate/account.jte",
        Map.of("view", new OneView(account, typed, done)));
  }

  private void change(Exchange exchange, Caller caller) {
    AccountView account = accounts.load(exchange.pathParameter("account"));
    Typed typed = withQuotas(Typed.of(exchange, "role", "waiting", "daily"));
    Role role = role(typed.value("role"));
    if (role == null) {
      typed = typed.wrong("role", pages.texts().of("operate.account.role.wrong"));
    }
    if (!typed.isSound()) {
      answer(exchange, caller, 400, account, typed);
      return;
    }
    if (role == Role.OPERATOR
        && account.role() != Role.OPERATOR
        && !Confirmation.isGiven(exchange)) {
      askAbout(exchange, caller, account, "operate.promote", typed.values());
      return;
    }
    var change =
        new AccountChange(
            role, null, true, number(typed.value("waiting")), number(typed.value("daily")));
    carryOut(exchange, caller, account, typed, "changed", change);
  }

  private void carryOut(
      Exchange exchange,
      Caller caller,
      AccountView account,
      Typed typed,
      String done,
      AccountChange change) {
    Operator.refusal(() -> accounts.change(caller, account.id(), change))
        .ifPresentOrElse(
            refusal -> answer(exchange, caller, 409, account, typed.wrong("", refusal)),
            () ->
                Pages.seeOther(exchange, Addresses.with(PATH + "/" + account.id(), "done", done)));
  }

  private void disable(Exchange exchange, Caller caller) {
    AccountView account = accounts.load(exchange.pathParameter("account"));
    if (!Confirmation.isGiven(exchange)) {
      askAbout(exchange, caller, account, "operate.disable", Map.of());
      return;
    }
    setDisabled(exchange, caller, account, true);
  }

  private void askAbout(
      Exchange exchange,
      Caller caller,
      AccountView account,
      String key,
      Map<String, String> fields) {
    new Confirmation(
            pages.texts().of(key + ".question", account.name()),
            pages.texts().of(key + ".consequence"),
            pages.texts().of(key + ".button"),
            PATH + "/" + account.id(),
            fields)
        .ask(pages, exchange, caller, Operator.SECTION);
  }

  private void enable(Exchange exchange, Caller caller) {
    setDisabled(exchange, caller, accounts.load(exchange.pathParameter("account")), false);
  }

  private void setDisabled(
      Exchange exchange, Caller caller, AccountView account, boolean isDisabled) {
    carryOut(
        exchange,
        caller,
        account,
        typed(account),
        isDisabled ? "disabled" : "enabled",
        new AccountChange(null, isDisabled, null, null, null));
  }

  private void makeLink(Exchange exchange, Caller caller) {
    AccountView account = accounts.load(exchange.pathParameter("account"));
    var made = new AtomicReference<@Nullable LoginLink>();
    Optional<String> refusal =
        Operator.refusal(() -> made.set(accounts.newLink(caller, account.id())));
    LoginLink link = made.get();
    if (link == null) {
      answer(exchange, caller, 409, account, typed(account).wrong("", refusal.orElse("")));
    } else {
      showLink(exchange, caller, account, link);
    }
  }
}
