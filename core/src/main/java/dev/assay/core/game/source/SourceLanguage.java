package dev.assay.core.game.source;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Languages whose comments are known.
///
/// The words of a language are what names it: the endings of its files and the compilers and
/// interpreters by which programs are named, as in `nbody.python3-8.python3`.
public enum SourceLanguage {
  ADA("ada adb ads gnat"),
  C("c h gcc clang icx objc m"),
  CHAPEL("chapel chpl"),
  CLOJURE("clojure clj"),
  CPP("cpp c++ cc cxx hpp gpp gxx clangpp cuda cu"),
  CSHARP("csharp cs c# csharpcore csharpaot mono"),
  D("d dmd ldc gdc"),
  DART("dart dartexe dartjit"),
  ELIXIR("elixir ex exs"),
  ERLANG("erlang erl hipe"),
  FORTRAN("fortran f90 f95 f03 f08 ifc ifx gfortran"),
  FORTRAN77("fortran77 f f77 for"),
  FSHARP("fsharp fs f# fsharpcore"),
  GO("go golang gccgo"),
  HASKELL("haskell hs ghc"),
  JAVA("java openjdk graalvm graalvmaot javaxint"),
  JAVASCRIPT("javascript js mjs cjs node deno bun qjs"),
  JULIA("julia jl"),
  KOTLIN("kotlin kt kts"),
  LISP("lisp lsp cl sbcl clisp ecl"),
  LUA("lua luajit"),
  NIM("nim"),
  OCAML("ocaml ml mli ocamlopt"),
  PASCAL("pascal pas pp fpascal fpc delphi"),
  PERL("perl pl pm"),
  PHP("php"),
  PYTHON("python py python3 python2 pypy pypy3 cython pyx graalpy"),
  R("r rscript"),
  RACKET("racket rkt scheme scm ss chez guile"),
  RUBY("ruby rb yarv mri jruby truffleruby crystal cr"),
  RUST("rust rs"),
  SCALA("scala sc"),
  SHELL("shell sh bash ksh zsh dash"),
  SMALLTALK("smalltalk st vw pharo gst"),
  SQL("sql"),
  SWIFT("swift"),
  TYPESCRIPT("typescript ts tsc"),
  ZIG("zig");

  private final String words;

  /// @param words between spaces
  SourceLanguage(String words) {
    this.words = words;
  }

  private List<String> words() {
    return List.of(words.split(" "));
  }

  CommentLexer lexer() {
    return switch (this) {
      case ADA -> WordLanguages.ada();
      case C -> BraceLanguages.c();
      case CHAPEL -> BraceLanguages.chapel();
      case CLOJURE -> ListLanguages.clojure();
      case CPP -> BraceLanguages.c();
      case CSHARP -> BraceLanguages.cSharp();
      case D -> BraceLanguages.d();
      case DART -> BraceLanguages.dart();
      case ELIXIR -> ScriptLanguages.elixir();
      case ERLANG -> ListLanguages.erlang();
      case FORTRAN -> WordLanguages.fortran();
      case FORTRAN77 -> WordLanguages.fortran77();
      case FSHARP -> ListLanguages.fSharp();
      case GO -> BraceLanguages.go();
      case HASKELL -> ListLanguages.haskell();
      case JAVA -> BraceLanguages.java();
      case JAVASCRIPT -> BraceLanguages.javaScript();
      case JULIA -> ScriptLanguages.julia();
      case KOTLIN -> BraceLanguages.kotlin();
      case LISP -> ListLanguages.lisp();
      case LUA -> ScriptLanguages.lua();
      case NIM -> ScriptLanguages.nim();
      case OCAML -> ListLanguages.oCaml();
      case PASCAL -> WordLanguages.pascal();
      case PERL -> PerlLexemes.syntax();
      case PHP -> BraceLanguages.php();
      case PYTHON -> ScriptLanguages.python();
      case R -> ScriptLanguages.r();
      case RACKET -> ListLanguages.racket();
      case RUBY -> RubyLexemes.syntax();
      case RUST -> BraceLanguages.rust();
      case SCALA -> BraceLanguages.scala();
      case SHELL -> ScriptLanguages.shell();
      case SMALLTALK -> ScriptLanguages.smalltalk();
      case SQL -> WordLanguages.sql();
      case SWIFT -> BraceLanguages.swift();
      case TYPESCRIPT -> BraceLanguages.javaScript();
      case ZIG -> BraceLanguages.zig();
    };
  }

  /// The name that people know it by, as in `javascript`.
  public String word() {
    return words().getFirst();
  }

  /// By one of its words; empty for a language that is not known.
  public static Optional<SourceLanguage> find(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(language -> language.words().contains(lower)).findFirst();
  }

  /// By the ending of a file's name; empty where that is not known.
  public static Optional<SourceLanguage> ofFile(String name) {
    int dot = name.lastIndexOf('.');
    return dot < 0 ? Optional.empty() : find(name.substring(dot + 1));
  }

  /// @throws AssayException `USAGE` for one that is not known, with all that are
  public static SourceLanguage require(String word) {
    return find(word)
        .orElseThrow(() ->
            new AssayException(
                ErrorCode.USAGE,
                "The comments of the language '%s' are not known; known are %s."
                    .formatted(SafeText.shown(word), all())));
  }

  /// Their names in one line.
  public static String all() {
    return Arrays.stream(values()).map(SourceLanguage::word).collect(Collectors.joining(", "));
  }
}
