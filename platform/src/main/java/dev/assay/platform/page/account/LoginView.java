package dev.assay.platform.page.account;

/// The login's page.
///
/// @param name as it was typed
/// @param next where it leads to
/// @param said key of words of what was done before; empty for none
/// @param nameFault words about the name; empty for none
/// @param passwordFault words about the password; empty for none
/// @param fault words about the whole; empty for none
record LoginView(
    String name, String next, String said, String nameFault, String passwordFault, String fault) {
  static LoginView of(String name, String next) {
    return new LoginView(name, next, "", "", "", "");
  }

  LoginView said(String key) {
    return new LoginView(name, next, key, nameFault, passwordFault, fault);
  }

  LoginView withNameFault(String words) {
    return new LoginView(name, next, said, words, passwordFault, fault);
  }

  LoginView withPasswordFault(String words) {
    return new LoginView(name, next, said, nameFault, words, fault);
  }

  LoginView withFault(String words) {
    return new LoginView(name, next, said, nameFault, passwordFault, words);
  }

  boolean isFaultless() {
    return nameFault.isEmpty() && passwordFault.isEmpty() && fault.isEmpty();
  }
}
