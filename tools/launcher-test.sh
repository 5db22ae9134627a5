#!/usr/bin/env bash
# Tests of ./assay as a script: what it says when something is missing, and when it builds. A stub
# stands in for Maven and hands out the jars of the real build, and one for the JDK where the JVM
# itself is not in question, so a case takes a tenth of a second.
set -euo pipefail

root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=tools/toolchain.sh
source "$root/tools/toolchain.sh"
find_jdk
readonly jdk=$java_home

"$root/assay" --version >/dev/null
real_app=$root/cli/target/app/$(<"$root/cli/target/app/current")
readonly real_app

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
chmod 755 "$scratch"
readonly checkout="$scratch/a check-out"
readonly stubs=$scratch/stubs
passed=0
failed=0

# A checkout without an app, a PATH with nothing in it but what the script needs and a stub of
# Maven.
fresh_checkout() {
  rm -rf "$checkout" "$stubs" "$scratch/jdks" "$scratch/empty"
  mkdir -p "$checkout/.mvn" "$checkout/tools" "$checkout/cli/src/main/java" "$stubs" \
    "$scratch/jdks" "$scratch/empty"
  cp "$root/assay" "$checkout"
  cp "$root/tools/toolchain.sh" "$checkout/tools"
  printf 'one\n' >"$checkout/pom.xml"
  printf 'one\n' >"$checkout/cli/src/main/java/One.java"
  printf 'two\n' >"$checkout/cli/src/main/java/Two.java"
  local program
  for program in awk bash cat chmod cp cut dirname env find flock grep head ls mkdir mktemp mv \
    readlink rm sed sha256sum sleep sort stat tail uname xargs; do
    ln -s "$(type -P "$program")" "$stubs/$program"
  done
  # shellcheck disable=SC2016 # the stub expands it
  stub_maven 3.9.9 'mkdir -p cli/target/libraries
    cp "$STUB_APP"/*.jar cli/target/libraries
    mv cli/target/libraries/assay-cli-*.jar cli/target'
  stub_jdk "$scratch/jdks/jdk" 25.0.9
}

with_the_real_jdk() {
  rm -rf "$scratch/jdks/jdk"
  ln -s "$jdk" "$scratch/jdks/jdk"
}

# stub_maven VERSION SCRIPT: a mvn that tells VERSION, counts its builds, and runs SCRIPT as one.
stub_maven() {
  cat >"$stubs/mvn" <<STUB
#!/usr/bin/env bash
set -e
case "\$*" in *--version*) echo "Apache Maven $1 (stub)"; exit 0 ;; esac
echo build >>"$scratch/builds"
$2
STUB
  chmod +x "$stubs/mvn"
  : >"$scratch/builds"
  chmod 666 "$scratch/builds"
}

stub_jdk() {
  mkdir -p "$1/bin"
  printf '#!/bin/sh\necho assay 0.0, stub of Java %s\n' "$2" | tee "$1/bin/java" >"$1/bin/javac"
  chmod +x "$1/bin/java" "$1/bin/javac"
  printf 'IMPLEMENTOR="Stub"\nJAVA_VERSION="%s"\n' "$2" >"$1/release"
}

# Runs the checkout's assay in a bare environment; words before -- are further variables.
run_assay() {
  local -a variables=()
  while [[ $1 != -- ]]; do
    variables+=("$1")
    shift
  done
  shift
  exit_code=0
  "${as_user[@]}" env -i PATH="$stubs" HOME="$scratch/empty" STUB_APP="$real_app" \
    ASSAY_JDK_FOLDERS="$scratch/jdks" "${variables[@]}" "${program:-$checkout/assay}" "$@" \
    >"$scratch/out" 2>"$scratch/err" || exit_code=$?
}
as_user=()
program=

expect() {
  local what=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
    return
  fi
  failed=$((failed + 1))
  printf 'FAILED: %s: %s\n' "${current:-}" "$what" >&2
  sed 's/^/    out: /' "$scratch/out" >&2
  sed 's/^/    err: /' "$scratch/err" >&2
}

exits_with() { ((exit_code == $1)); }
prints_version() { grep -qE '^assay [0-9]+\.[0-9]+' "$scratch/out"; }
answers() { grep -qF -- "$1" "$scratch/out"; }
says() { grep -qF -- "$1" "$scratch/err"; }
is_silent() { [[ ! -s $scratch/err ]]; }
says_one_line() { (($(wc -l <"$scratch/err") == 1)); }
has_built() { (($(wc -l <"$scratch/builds") == $1)); }

starts_and_has_built() {
  expect 'exit code 0' exits_with 0
  expect 'the version' prints_version
  expect "builds: $1" has_built "$1"
}

refuses_with_a_sentence() {
  expect 'exit code 4' exits_with 4
  local part
  for part in "$@"; do expect "says: $part" says "$part"; done
}

builds_once_and_starts_silently_after() {
  run_assay -- --version
  starts_and_has_built 1
  expect 'one line of progress' says_one_line
  expect 'says that it builds' says 'building Assay'

  run_assay -- --version
  starts_and_has_built 1
  expect 'silence' is_silent
}

has_an_archive_that_the_jvm_accepts() {
  with_the_real_jdk
  run_assay -- --version
  local cache
  cache=$(find "$checkout/cli/target/app" -name '*.aot' -size +0)
  expect 'a cache' test -n "$cache"

  run_assay ASSAY_JAVA_OPTIONS='-XX:AOTMode=on' -- --version
  starts_and_has_built 1
}

builds_when_a_source_changes() {
  run_assay -- --version
  printf 'changed\n' >>"$checkout/cli/src/main/java/One.java"
  run_assay -- --version
  starts_and_has_built 2

  rm "$checkout/cli/src/main/java/Two.java"
  run_assay -- --version
  starts_and_has_built 3

  rm -rf "$checkout/cli/target"
  run_assay -- --version
  starts_and_has_built 4
}

does_not_build_for_a_new_time_alone() {
  run_assay -- --version
  touch "$checkout/pom.xml"
  run_assay -- --version
  starts_and_has_built 1

  printf 'changed\n' >>"$checkout/pom.xml"
  run_assay -- --version
  printf 'one\n' >"$checkout/pom.xml"
  run_assay -- --version
  starts_and_has_built 2
}

finishes_what_an_interrupted_build_left() {
  run_assay -- --version
  rm "$checkout"/cli/target/app/*/ready
  run_assay -- --version
  starts_and_has_built 2
}

keeps_no_more_than_two_apps() {
  local change
  for change in 1 2 3; do
    printf '%s\n' "$change" >>"$checkout/pom.xml"
    run_assay -- --version
  done
  starts_and_has_built 3
  expect 'two apps' test "$(find "$checkout/cli/target/app" -mindepth 1 -type d | wc -l)" = 2
}

builds_once_for_many_at_a_time() {
  with_the_real_jdk
  local -a pids=()
  local number
  for number in 1 2 3; do
    env -i PATH="$stubs" HOME="$scratch/empty" STUB_APP="$real_app" \
      ASSAY_JDK_FOLDERS="$scratch/jdks" "$checkout/assay" --version \
      >"$scratch/out.$number" 2>/dev/null &
    pids+=($!)
  done
  wait "${pids[@]}"
  cat "$scratch"/out.[123] >"$scratch/out"
  expect 'three answers' test "$(grep -c '^assay ' "$scratch/out")" = 3
  expect 'one build' has_built 1
}

starts_through_links_and_keeps_the_working_directory() {
  with_the_real_jdk
  mkdir "$scratch/empty/bin"
  ln -s "$checkout/assay" "$scratch/empty/bin/first"
  ln -s first "$scratch/empty/bin/second"
  cd "$scratch/empty"
  program=$scratch/empty/bin/second
  run_assay ASSAY_JAVA_OPTIONS='-XshowSettings:properties' -- --version
  program=
  cd "$root"
  starts_and_has_built 1
  expect 'the directory of the caller' says "user.dir = $scratch/empty"
  expect 'the root of the checkout' says "assay.root = $checkout"
  expect 'UTF-8 for names of files' says 'sun.jnu.encoding = UTF-8'
}

passes_arguments_and_exit_code_on() {
  with_the_real_jdk
  run_assay -- '--a b' '*'
  expect 'exit code 2' exits_with 2
  expect 'the argument as it was' says "'--a b', '*'"
}

takes_a_fitting_java_home_first() {
  stub_jdk "$scratch/empty/jdk-26" 26
  run_assay JAVA_HOME="$scratch/empty/jdk-26" -- --version
  starts_and_has_built 1
  expect 'that of JAVA_HOME' answers 'stub of Java 26'
}

takes_the_lowest_version_that_fits() {
  stub_jdk "$scratch/jdks/a-newer" 31.0.1
  stub_jdk "$scratch/jdks/b-older" 21.0.1
  run_assay -- --version
  expect 'the lowest version' answers 'stub of Java 25.0.9'
}

passes_over_an_older_java_home() {
  stub_jdk "$scratch/empty/jdk-17" 17.0.15
  run_assay JAVA_HOME="$scratch/empty/jdk-17" -- --version
  starts_and_has_built 1
  expect 'another one' answers 'stub of Java 25.0.9'
}

finds_a_jdk_on_path() {
  stub_jdk "$scratch/empty/jdk-27" 27
  ln -s "$scratch/empty/jdk-27/bin/java" "$stubs/java"
  run_assay ASSAY_JDK_FOLDERS="$scratch/nowhere" -- --version
  starts_and_has_built 1
  expect 'that of PATH' answers 'stub of Java 27'
}

refuses_without_a_jdk() {
  stub_jdk "$scratch/empty/jdk-17" 17.0.15
  run_assay ASSAY_JDK_FOLDERS="$scratch/empty" JAVA_HOME="$scratch/empty/jdk-17" -- --version
  refuses_with_a_sentence 'no JDK 25 or newer was found' 'set ASSAY_JAVA_HOME'
  expect 'one line' says_one_line

  run_assay ASSAY_JAVA_HOME="$scratch/empty/jdk-17" -- --version
  refuses_with_a_sentence 'ASSAY_JAVA_HOME is' 'holds no JDK 25 or newer'
  expect 'no build' has_built 0
}

refuses_an_old_maven() {
  stub_maven 3.6.3 'exit 1'
  run_assay -- --version
  refuses_with_a_sentence 'needs Maven 3.8 or newer' 'is 3.6.3'
}

says_how_to_install_maven_without_apt() {
  rm "$stubs/mvn"
  run_assay -- --version
  refuses_with_a_sentence 'the build needs' 'maven' "this distribution's package manager"
}

installs_maven_by_apt_as_root_and_says_so() {
  mv "$stubs/mvn" "$scratch/mvn"
  printf '#!/bin/sh\ncase "$*" in *install*maven*) cp %q %q ;; esac\n' \
    "$scratch/mvn" "$stubs/mvn" >"$stubs/apt-get"
  chmod +x "$stubs/apt-get"
  if ((EUID != 0)); then
    run_assay -- --version
    refuses_with_a_sentence 'type: sudo apt-get install maven'
    return
  fi
  as_user=("${nobody[@]}")
  chmod 777 "$checkout" "$checkout/cli"
  run_assay -- --version
  as_user=()
  refuses_with_a_sentence 'type: sudo apt-get install maven'

  run_assay -- --version
  starts_and_has_built 1
  expect 'says what it installs' says 'installing for the build: maven'
}

says_when_apt_cannot_install() {
  rm "$stubs/mvn"
  printf '#!/bin/sh\necho "E: Unable to locate package maven" >&2\nexit 100\n' >"$stubs/apt-get"
  chmod +x "$stubs/apt-get"
  ((EUID == 0)) || return 0
  run_assay -- --version
  refuses_with_a_sentence 'E: Unable to locate package maven' 'apt-get could not install maven'
}

says_that_the_first_build_needs_the_network() {
  stub_maven 3.9.9 'echo "[INFO] scanning"
    echo "[ERROR] Plugin a:b:1 could not be resolved: Could not transfer artifact: Unknown host"
    exit 1'
  run_assay -- --version
  refuses_with_a_sentence '[ERROR] Plugin a:b:1 could not be resolved' \
    'the first build needs the network'
}

shows_the_errors_of_a_failed_build_and_starts_nothing_older() {
  run_assay -- --version
  printf 'broken\n' >>"$checkout/pom.xml"
  stub_maven 3.9.9 'echo "[ERROR] One.java:[3,1] reached end of file"; exit 1'
  run_assay -- --version
  refuses_with_a_sentence 'One.java:[3,1] reached end of file' 'cli/target/app/build.log'
  expect 'nothing on standard output' test ! -s "$scratch/out"
}

starts_from_a_checkout_that_cannot_be_written() {
  ((EUID == 0)) || return 0
  run_assay -- --version
  as_user=("${nobody[@]}")
  run_assay -- --version
  starts_and_has_built 1
  expect 'silence' is_silent

  touch "$checkout/pom.xml"
  run_assay -- --version
  starts_and_has_built 1

  printf 'changed\n' >>"$checkout/pom.xml"
  run_assay -- --version
  as_user=()
  refuses_with_a_sentence 'newer than what was built' 'cannot be written'
}

readonly nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
for current in \
  builds_once_and_starts_silently_after \
  has_an_archive_that_the_jvm_accepts \
  builds_when_a_source_changes \
  does_not_build_for_a_new_time_alone \
  finishes_what_an_interrupted_build_left \
  keeps_no_more_than_two_apps \
  builds_once_for_many_at_a_time \
  starts_through_links_and_keeps_the_working_directory \
  passes_arguments_and_exit_code_on \
  takes_a_fitting_java_home_first \
  takes_the_lowest_version_that_fits \
  passes_over_an_older_java_home \
  finds_a_jdk_on_path \
  refuses_without_a_jdk \
  refuses_an_old_maven \
  says_how_to_install_maven_without_apt \
  installs_maven_by_apt_as_root_and_says_so \
  says_when_apt_cannot_install \
  says_that_the_first_build_needs_the_network \
  shows_the_errors_of_a_failed_build_and_starts_nothing_older \
  starts_from_a_checkout_that_cannot_be_written; do
  fresh_checkout
  "$current"
done

printf 'launcher script: %d expectations met, %d not\n' "$passed" "$failed"
((failed == 0))
