package dev.assay.platform.account;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Role;
import dev.assay.platform.access.Secrets;
import dev.assay.platform.http.Page;
import dev.assay.platform.http.PlainText;
import dev.assay.platform.store.PublicId;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/// Makes and changes accounts. Thread-safe.
public final class Accounts {
  static final Duration LINK_LIFE = Duration.ofHours(24);

  private static final int MOST_NAME_CHARACTERS = 64;
  private static final int MOST_QUOTA = 1_000_000;

  private final Jdbi jdbi;
  private final Secrets secrets;
  private final PublicId ids;
  private final Supplier<String> publicUrl;
  private final Audit audit;
  private final AccountRepository repository = new AccountRepository();
  private final LoginRepository logins = new LoginRepository();

  /// @param publicUrl of the platform, as people reach it, without a slash at the end
  public Accounts(Jdbi jdbi, SecureRandom random, Supplier<String> publicUrl) {
    this.jdbi = jdbi;
    this.secrets = new Secrets(random);
    this.ids = new PublicId(random);
    this.publicUrl = publicUrl;
    this.audit = new Audit(jdbi);
  }

  /// What an operator asks for.
  ///
  /// @param jobsWaitingQuota absent for the platform's own bound
  /// @param jobsDailyQuota absent for the platform's own bound
  public record NewAccount(
      String name,
      Role role,
      @Nullable Integer jobsWaitingQuota,
      @Nullable Integer jobsDailyQuota) {
    public NewAccount {
      PlainText.requireLine("the name", name, MOST_NAME_CHARACTERS);
      requireQuota(jobsWaitingQuota);
      requireQuota(jobsDailyQuota);
    }
  }

  /// What is to be otherwise; what is absent stays.
  ///
  /// @param usualQuotas true takes both quotas back to the platform's own
  public record AccountChange(
      @Nullable Role role,
      @Nullable Boolean disabled,
      @Nullable Boolean usualQuotas,
      @Nullable Integer jobsWaitingQuota,
      @Nullable Integer jobsDailyQuota) {
    public AccountChange {
      requireQuota(jobsWaitingQuota);
      requireQuota(jobsDailyQuota);
    }

    private StoredAccount of(StoredAccount old) {
      boolean usual = Boolean.TRUE.equals(usualQuotas);
      return new StoredAccount(
          old.key(),
          old.id(),
          old.name(),
          role == null ? old.role() : role,
          old.passwordHash(),
          quota(jobsWaitingQuota, usual ? null : old.jobsWaitingQuota()),
          quota(jobsDailyQuota, usual ? null : old.jobsDailyQuota()),
          old.createdAt(),
          old.disabledAt());
    }

    private static @Nullable Integer quota(@Nullable Integer asked, @Nullable Integer otherwise) {
      return asked == null ? otherwise : asked;
    }

    private boolean disables(StoredAccount old) {
      return disabled == null ? old.disabledAt() != null : disabled;
    }

    private String text() {
      return "role %s, disabled %s, usual quotas %s, waiting %s, daily %s"
          .formatted(
              role == null ? "-" : role.text(),
              shown(disabled),
              shown(usualQuotas),
              shown(jobsWaitingQuota),
              shown(jobsDailyQuota));
    }

    private static String shown(@Nullable Object value) {
      return value == null ? "-" : value.toString();
    }
  }

  /// A login link, which is shown once.
  ///
  /// @param url to be opened, or given to `assay login`; good for one use
  public record LoginLink(String url, Instant expiresAt) {}

  /// An account that is new, and how its owner gets in.
  public record AccountCreated(AccountView account, LoginLink loginLink) {}

  private static void requireQuota(@Nullable Integer quota) {
    if (quota != null && (quota < 0 || quota > MOST_QUOTA)) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID,
          "A quota is 0 to %d jobs, not %d.".formatted(MOST_QUOTA, quota));
    }
  }

  /// A link for the first operator, who is made when there is no account at all; empty once an
  /// operator has logged in. A new link each time; earlier ones stay good until they expire.
  public Optional<String> firstLoginLink() {
    return jdbi.inTransaction(handle -> {
      repository.lock(handle);
      if (repository.hasUsedOperator(handle)) {
        return Optional.empty();
      }
      if (!repository.hasAny(handle)) {
        repository.insert(handle, ids.next(), "operator", Role.OPERATOR, null, null);
      }
      return repository
          .findByName(handle, "operator")
          .filter(account -> account.role() == Role.OPERATOR)
          .map(account -> newLink(handle, account).url());
    });
  }

  /// Takes away sessions and links that have long expired.
  public void sweep() {
    jdbi.useHandle(logins::sweep);
  }

  /// @throws AssayException `CONFLICT` when the name is taken
  public AccountCreated create(Caller caller, NewAccount asked) {
    return jdbi.inTransaction(handle -> {
      StoredAccount account =
          repository
              .insert(
                  handle,
                  ids.next(),
                  asked.name(),
                  asked.role(),
                  asked.jobsWaitingQuota(),
                  asked.jobsDailyQuota())
              .orElseThrow(() ->
                  new AssayException(
                      ErrorCode.CONFLICT,
                      "There is an account '%s' already (capital letters do not count)."
                          .formatted(asked.name())));
      audit.record(
          handle,
          caller,
          "account.create",
          account.id(),
          "%s, %s".formatted(account.name(), account.role().text()));
      return new AccountCreated(account.view(), newLink(handle, account));
    });
  }

  /// The account with an id.
  ///
  /// @throws AssayException `NOT_FOUND`
  public AccountView load(String id) {
    return jdbi.withHandle(handle -> load(handle, id)).view();
  }

  /// Accounts, newest first.
  ///
  /// @param text in the name; absent for all
  public Page<AccountView> search(@Nullable String text, long below, int limit) {
    return Page.of(
        jdbi.withHandle(handle -> repository.search(handle, text, below, limit + 1)),
        limit,
        StoredAccount::key,
        StoredAccount::view);
  }

  Page<AccountView> page(long below, int limit) {
    return Page.of(
        jdbi.withHandle(handle -> repository.list(handle, below, limit + 1)),
        limit,
        StoredAccount::key,
        StoredAccount::view);
  }

  /// The account with its quotas.
  public AccountView view(long key) {
    return jdbi.withHandle(handle -> repository.load(handle, key)).view();
  }

  /// @throws AssayException `NOT_FOUND`; `CONFLICT` when no operator would be left
  public AccountView change(Caller caller, String id, AccountChange change) {
    return jdbi.inTransaction(handle -> {
      repository.lock(handle);
      StoredAccount old = load(handle, id);
      boolean disables = change.disables(old);
      StoredAccount changed = repository.update(handle, change.of(old), disables);
      if (!repository.hasOperator(handle)) {
        throw new AssayException(
            ErrorCode.CONFLICT,
            "'%s' is the last operator; make another one before.".formatted(old.name()));
      }
      if (disables) {
        logins.endSessions(handle, old.key());
      }
      audit.record(handle, caller, "account.change", id, change.text());
      return changed.view();
    });
  }

  /// @throws AssayException `NOT_FOUND`; `CONFLICT` for an account that is disabled
  public LoginLink newLink(Caller caller, String id) {
    return jdbi.inTransaction(handle -> {
      StoredAccount account = load(handle, id);
      if (account.disabledAt() != null) {
        throw new AssayException(
            ErrorCode.CONFLICT, "The account '%s' is disabled.".formatted(account.name()));
      }
      audit.record(handle, caller, "account.login-link", id, account.name());
      return newLink(handle, account);
    });
  }

  private LoginLink newLink(Handle handle, StoredAccount account) {
    String token = secrets.next("");
    Instant expiresAt = logins.insertLink(handle, Secrets.hash(token), account.key(), LINK_LIFE);
    return new LoginLink(publicUrl.get() + "/login/" + token, expiresAt);
  }

  private StoredAccount load(Handle handle, String id) {
    return repository
        .find(handle, id)
        .orElseThrow(() ->
            new AssayException(
                ErrorCode.NOT_FOUND, "There is no account '%s'.".formatted(SafeText.shown(id))));
  }
}
