#!/usr/bin/env bash
# Prints how long `assay serve` takes until /health answers: at its first start, in an empty folder, and at later ones; then
# how much memory it holds after a minute without requests: the proportional set size (PSS) of its JVM and of all its
# PostgreSQL processes. Exits with 1 when it takes more than 5 s at first or 2 s later, or holds more than 300 MiB.
#
#   bench/serve.sh [LATER_STARTS] [IDLE_SECONDS]
#
# What it measures is ./assay itself, with the shell before the JVM. Needs curl.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=bench/app.sh
source "$here/app.sh"
later=${1-5}
idle=${2-60}
folder=$(mktemp -d)
chmod 755 "$folder"
serve=
# shellcheck disable=SC2317 # by the trap
leave() {
  if [[ -n $serve ]] && kill "$serve"; then
    wait "$serve" || true
  fi
  rm -rf "$folder"
}
trap leave EXIT
port=${SERVE_PORT:-18077}

now() {
  local seconds=${EPOCHREALTIME/[.,]/}
  printf '%s' "$((seconds / 1000))"
}

# Sets `millis`.
start() {
  local from
  from=$(now)
  "$root/assay" serve --home "$folder/home" --listen "127.0.0.1:$port" >"$folder/said" 2>"$folder/log" &
  serve=$!
  until curl -sf -o "$folder/health" "http://127.0.0.1:$port/health"; do
    kill -0 "$serve" || { cat "$folder/log" >&2; exit 4; }
    sleep 0.01
  done
  millis=$(($(now) - from))
}

stop() {
  kill "$serve"
  wait "$serve" || true
  serve=
}

# The JVM and all below it.
tree() {
  printf '%s\n' "$1"
  local -a children
  local child
  read -r -d '' -a children < <(cat "/proc/$1/task/"*/children) || true
  for child in "${children[@]}"; do
    tree "$child"
  done
}

pss() {
  awk '/^Pss:/ { print $2 }' "/proc/$1/smaps_rollup"
}

uptime
good=true
start
first=$millis
echo "first start: $first ms (bar 5000)"
stop
times=()
for ((i = 0; i < later; i++)); do
  start
  times+=("$millis")
  ((i == later - 1)) || stop
done
mapfile -t times < <(printf '%s\n' "${times[@]}" | sort -n)
echo "later starts: median ${times[later / 2]} ms, ${times[0]} to ${times[-1]} ms (bar 2000)"
sleep "$idle"
all=0
processes=0
jvm=$(pss "$serve")
for process in $(tree "$serve"); do
  kib=$(pss "$process" 2>/dev/null) || continue
  all=$((all + kib))
  processes=$((processes + 1))
done
echo "idle for $idle s: $((all / 1024)) MiB in $processes processes, of which the JVM $((jvm / 1024)) MiB (bar 300)"
uptime
((first <= 5000 && times[later / 2] <= 2000 && all <= 300 * 1024)) || good=false
$good
