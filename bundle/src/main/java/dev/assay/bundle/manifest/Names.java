package dev.assay.bundle.manifest;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Which names parameters, derived values, inputs and outputs may have. They become fields of
/// generated types and names of files, so they are plain in every language that has or may get a
/// harness.
final class Names {
  static final int MAX_LENGTH = 32;

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

  /// C23 (6.4.1); macros of `<complex.h>`, `<errno.h>`, `<math.h>`, `<stdio.h>` and of GNU
  /// compilers; and the types that generated code uses without a qualifier.
  private static final Set<String> C =
      Set.of(
          ("alignas alignof asm auto bool break case char const constexpr continue default do double"
                  + " else enum extern false float for fortran goto if inline int long nullptr"
                  + " register restrict return short signed sizeof static static_assert struct"
                  + " switch thread_local true typedef typeof typeof_unqual union unsigned void"
                  + " volatile while"
                  + " I complex imaginary noreturn errno assert offsetof EOF NULL NAN INFINITY"
                  + " HUGE_VAL BUFSIZ stdin stdout stderr linux unix i386"
                  + " int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t")
              .split(" "));

  /// C++23 (5.11), alternative tokens included.
  private static final Set<String> CPP =
      Set.of(
          ("and and_eq bitand bitor catch char8_t char16_t char32_t class co_await co_return"
                  + " co_yield compl concept consteval constinit const_cast decltype delete"
                  + " dynamic_cast explicit export friend mutable namespace new noexcept not not_eq"
                  + " operator or or_eq private protected public reinterpret_cast requires"
                  + " static_cast std template this throw try typeid typename using virtual wchar_t"
                  + " xor xor_eq")
              .split(" "));

  /// Python 3.14 (2.3.1), without the soft keywords.
  private static final Set<String> PYTHON =
      Set.of(
          ("False None True as async await class def del elif except finally from global import"
                  + " in is lambda nonlocal pass raise with yield")
              .split(" "));

  /// ECMAScript 2025 (12.7.2), strict mode included.
  private static final Set<String> JAVASCRIPT =
      Set.of(
          ("arguments debugger eval extends function implements instanceof interface let null"
                  + " package super var")
              .split(" "));

  /// Java 25 (JLS 3.9), without the contextual keywords.
  private static final Set<String> JAVA =
      Set.of(
          "abstract",
          "boolean",
          "byte",
          "final",
          "native",
          "strictfp",
          "synchronized",
          "throws",
          "transient");

  /// What generated code uses itself.
  private static final Set<String> ASSAY =
      Set.of("init", "run", "free", "main", "assay", "State", "Point", "Inputs", "Outputs");

  private Names() {}

  /// What is wrong with a name, as the end of a sentence that starts with it; empty when nothing
  /// is.
  static Optional<String> faultOf(String name) {
    if (name.length() > MAX_LENGTH) {
      return Optional.of(
          "has %d characters; a name has %d at most".formatted(name.length(), MAX_LENGTH));
    }
    if (!IDENTIFIER.matcher(name).matches() || name.contains("__")) {
      return Optional.of(
          "is no name; one is made of letters, digits and single '_', and starts with a letter");
    }
    return reservedIn(name).map(where -> "is reserved in %s; choose another name".formatted(where));
  }

  private static Optional<String> reservedIn(String name) {
    if (C.contains(name)) {
      return Optional.of("C");
    }
    if (CPP.contains(name)) {
      return Optional.of("C++");
    }
    if (PYTHON.contains(name)) {
      return Optional.of("Python");
    }
    if (JAVASCRIPT.contains(name)) {
      return Optional.of("JavaScript");
    }
    if (JAVA.contains(name)) {
      return Optional.of("Java");
    }
    return ASSAY.contains(name) ? Optional.of("Assay's harnesses") : Optional.empty();
  }
}
