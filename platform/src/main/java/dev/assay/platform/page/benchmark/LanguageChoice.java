package dev.assay.platform.page.benchmark;

import dev.assay.core.text.Words;
import dev.assay.platform.page.Addresses;
import java.util.List;

/// On which class of machine languages are compared.
///
/// @param machineClass empty where nothing was measured
/// @param machine the same in words
record LanguageChoice(String machineClass, String machine, List<Option> classes) {
  LanguageChoice {
    classes = List.copyOf(classes);
  }

  record Option(String value, String text) {}

  static LanguageChoice of(LanguageFigures figures) {
    return new LanguageChoice(
        figures.machineClass(),
        figures.machineClass().isEmpty() ? "" : Words.machineClass(figures.machineClass()),
        figures.classes().stream().map(one -> new Option(one, Words.machineClass(one))).toList());
  }

  /// The address on the same class.
  String here(String address) {
    return machineClass.isEmpty() ? address : Addresses.with(address, "class", machineClass);
  }
}
