#!/usr/bin/env bash
# Executes runs for a while that end in every way (passed, wrong, crashed, out of memory, timeout, output limit, left-over
# processes, cancelled), and counts before and after what they could have left: descriptors and threads of the JVM, processes,
# mounts, loop devices, control groups, podman's mounts, files. Exit code 1: something grew.
#
#   bench/soak.sh [ROUNDS]              24 rounds of two runs unless it says otherwise, and five minutes at most
#
# Needs root and the image localhost/assay/core.
set -euo pipefail
# shellcheck source=bench/app.sh
source "$(dirname "$0")/app.sh"
rounds=${1:-24}
folder=$(mktemp -d -p "${TMPDIR:-/var/tmp}")
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/home"
cp -R "$root/bench/soak/solution" "$folder"
cp -R "$root/bench/one-byte" "$folder/bundle"
sed -i 's/^case .*/case = "300ms"/; s/^memory .*/memory = "32MiB"/' "$folder/bundle/bundle.toml"
for n in $(seq 8); do
  printf '\n[[points]]\nparams = { n = %d }\n' "$n"
done >> "$folder/bundle/bundle.toml"
uptime
"$java" -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED -cp "$class_path" \
  "$root/bench/soak/Soak.java" "$folder" "$rounds" 300
