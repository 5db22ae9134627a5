# shellcheck shell=bash
# What ./assay and ./check both need: a JDK, a Maven, packages, and a way to say what is missing.
# Sourced by bash; the caller has set `root`, the folder of this repository.

: "${root:?}"
readonly needed_java=25
readonly needed_maven=3.8

# One plain sentence on standard error, then the exit code for a machine that is at fault.
fail() {
  printf 'assay: %s\n' "$*" >&2
  exit 4
}

say() {
  printf 'assay: %s\n' "$*" >&2
}

# Sets `major` to the major version of the JDK in folder $1, or to nothing when there is none, and
# `jdk_name` to a name of exactly this JDK. Reads the file `release`, since asking the JVM itself
# would cost more than all the rest of the start; starts no process for the same reason.
look_at_jdk() {
  local line
  major=''
  jdk_name=''
  [[ -x $1/bin/java && -x $1/bin/javac && -r $1/release ]] || return 0
  while IFS= read -r line; do
    case $line in
      JAVA_VERSION=*) [[ $line =~ ^JAVA_VERSION=\"?([0-9]+) ]] && major=${BASH_REMATCH[1]} ;;
      IMPLEMENTOR_VERSION=* | JAVA_RUNTIME_VERSION=* | JVM_VARIANT=*)
        line=${line#*=}
        jdk_name+=${jdk_name:+_}${line//[^A-Za-z0-9.+-]/}
        ;;
    esac
  done <"$1/release"
  jdk_name=${jdk_name:0:120}
}

is_fitting_jdk() {
  look_at_jdk "$1"
  [[ -n $major ]] && ((major >= needed_java))
}

# Sets `java_home`. A folder that somebody named on purpose is used or refused, never passed over.
find_jdk() {
  if [[ -n ${ASSAY_JAVA_HOME:-} ]]; then
    is_fitting_jdk "$ASSAY_JAVA_HOME" \
      || fail "ASSAY_JAVA_HOME is $ASSAY_JAVA_HOME, which holds no JDK $needed_java or newer;" \
        "set it to the folder of one, or unset it."
    java_home=$ASSAY_JAVA_HOME
    return
  fi
  if [[ -n ${JAVA_HOME:-} ]] && is_fitting_jdk "$JAVA_HOME"; then
    java_home=$JAVA_HOME
    return
  fi
  find_jdk_in_folders || find_jdk_on_path || fail "$(no_jdk_sentence)"
}

# The lowest version that fits wins: it is the one that this code was tried with.
find_jdk_in_folders() {
  local folders folder candidate lowest=''
  local usual="/usr/lib/jvm:/usr/java:/opt:${HOME:-/root}/.sdkman/candidates/java:${HOME:-/root}/.jdks"
  IFS=: read -r -a folders <<<"${ASSAY_JDK_FOLDERS-$usual}"
  for folder in "${folders[@]}"; do
    for candidate in "$folder"/*/; do
      if is_fitting_jdk "${candidate%/}" && [[ -z $lowest || $major -lt $lowest ]]; then
        lowest=$major
        java_home=${candidate%/}
      fi
    done
  done
  [[ -n $lowest ]]
}

find_jdk_on_path() {
  local java
  java=$(type -P java) || return 1
  java=$(readlink -f "$java")
  java_home=${java%/bin/java}
  is_fitting_jdk "$java_home"
}

no_jdk_sentence() {
  local package=openjdk-$needed_java-jdk-headless how
  how='install one, for example Eclipse Temurin'
  if apt-cache show "$package" >/dev/null 2>&1; then
    how="install one with: apt-get install $package"
  fi
  printf '%s' "no JDK $needed_java or newer was found in JAVA_HOME${JAVA_HOME:+ ($JAVA_HOME)}," \
    " the usual folders or PATH; $how, or set ASSAY_JAVA_HOME to its folder."
}

# Installs the Debian packages $2… by apt, saying what for ($1). Fails with the command to type
# where that cannot be done.
install_packages() {
  local purpose=$1 log
  shift
  if ! type -P apt-get >/dev/null; then
    fail "$purpose needs these programs, named here as in Debian: $*;" \
      "install them with this distribution's package manager."
  fi
  if ((EUID != 0)); then
    fail "$purpose needs packages that are not installed; type: sudo apt-get install $*"
  fi
  say "installing for $purpose: $* (apt-get install --no-install-recommends)"
  log=$(mktemp)
  if ! { apt-get update && DEBIAN_FRONTEND=noninteractive \
    apt-get install --yes --no-install-recommends "$@"; } >"$log" 2>&1; then
    grep -E '^(E|W|Err):' "$log" | head -n 3 >&2
    rm -f "$log"
    fail "apt-get could not install $*; see whether the network and the package sources work," \
      "then try again."
  fi
  rm -f "$log"
}

# Sets `maven`. Needs `java_home`.
find_maven() {
  maven=$(type -P mvn) || {
    install_packages 'the build' maven
    maven=$(type -P mvn) || fail 'apt-get installed maven, and yet PATH has no mvn.'
  }
  local version
  version=$(cd "$root" && JAVA_HOME=$java_home "$maven" --batch-mode --version 2>/dev/null \
    | sed -n 's/^.*Apache Maven \([0-9.]*\).*/\1/p')
  [[ -n $version ]] || fail "$maven does not tell its version with the JDK in $java_home;" \
    "install Maven $needed_maven or newer."
  if [[ $(printf '%s\n' "$needed_maven" "$version" | sort --version-sort | head -n 1) \
    != "$needed_maven" ]]; then
    fail "the build needs Maven $needed_maven or newer, and $maven is $version;" \
      "put a newer mvn in front of it on PATH."
  fi
}
