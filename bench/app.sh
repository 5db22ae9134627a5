# Sourced by benches that execute Java: builds Assay when its sources changed, then sets
#   java          the JDK's java that ./assay itself takes
#   class_path    everything that Assay consists of
# shellcheck shell=bash
root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=tools/toolchain.sh
source "$root/tools/toolchain.sh"
"$root/assay" --version >&2
find_jdk
# shellcheck disable=SC2034  # read by those that source this
java=$java_home/bin/java
# shellcheck disable=SC2034
class_path="$root/cli/target/app/$(<"$root/cli/target/app/current")/*"
