package dev.assay.platform.access;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// What a token may be used for.
public enum Scope {
  /// Read what is private to the account.
  READ(Role.AUTHOR),
  /// Submit, cancel, and settle one's own implementations.
  SUBMIT(Role.AUTHOR),
  /// Publish bundles and images, rejudge.
  PUBLISH(Role.HOST),
  /// Everything of operators.
  OPERATE(Role.OPERATOR);

  private final Role role;

  Scope(Role role) {
    this.role = role;
  }

  /// The least role that can have it.
  public Role role() {
    return role;
  }

  /// All that a role can have.
  public static Set<Scope> of(Role role) {
    return Arrays.stream(values())
        .filter(scope -> role.includes(scope.role()))
        .collect(Collectors.toUnmodifiableSet());
  }

  /// As documents and the database write it.
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
