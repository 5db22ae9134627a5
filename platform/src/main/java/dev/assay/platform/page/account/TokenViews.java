package dev.assay.platform.page.account;

import dev.assay.platform.page.Moment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The pages of tokens.
final class TokenViews {
  private TokenViews() {}

  /// @param state `good`, `expired` or `revoked`
  /// @param scopes as in `read, submit`
  record Row(
      String id,
      String name,
      String scopes,
      String state,
      Moment createdAt,
      Moment expiresAt,
      @Nullable Moment lastUsedAt) {
    boolean isGood() {
      return state.equals("good");
    }
  }

  /// A form for a new token, as it was filled in.
  ///
  /// @param nameFault words about the name; empty for none
  /// @param scopesFault words about the scopes; empty for none
  /// @param fault words about the whole; empty for none
  record Form(
      String name,
      List<ScopeBox> scopes,
      int days,
      String nameFault,
      String scopesFault,
      String fault) {
    Form {
      scopes = List.copyOf(scopes);
    }

    List<Integer> choices() {
      return List.of(7, 30, 90, 180, 365);
    }

    boolean isFaultless() {
      return nameFault.isEmpty() && scopesFault.isEmpty() && fault.isEmpty();
    }

    Form withFault(String words) {
      return new Form(name, scopes, days, nameFault, scopesFault, words);
    }
  }

  /// @param scope as in `read`
  record ScopeBox(String scope, boolean isChosen) {}

  /// @param next cursor of the page after this; absent on the last
  /// @param said key of words of what was done before; empty for none
  record ListView(List<Row> rows, @Nullable String next, String said, Form form) {
    ListView {
      rows = List.copyOf(rows);
    }
  }

  /// A token that was just made.
  ///
  /// @param secret shown this once
  record MadeView(Row token, String secret) {
    @Override
    public String toString() {
      return "MadeView[%s]".formatted(token.id());
    }
  }
}
