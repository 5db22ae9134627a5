#!/bin/sh
# Counts the words of all the texts in a point directory: main.sh DIR
set -eu
folder=$1
here=$(dirname "$0")
export LC_ALL=C

cases=$(sed 's/.*"cases" *: *\([0-9][0-9]*\).*/\1/' "$folder/manifest.json")
rows=
i=0
while [ "$i" -lt "$cases" ]; do
  name=$(printf %06d "$i")
  mkdir -p "$folder/out/$name"
  seconds=$("$here/stopwatch" sh "$here/count.sh" "$folder/cases/$name/text.bin" "$folder/out/$name/counts.bin")
  rows="$rows${rows:+,}
{\"i\":$i,\"seconds\":$seconds,\"status\":\"ok\",\"note\":\"\"}"
  printf '{"init_s":0,"cases":[%s\n]}\n' "$rows" >"$folder/out/results.json.next"
  mv "$folder/out/results.json.next" "$folder/out/results.json"
  i=$((i + 1))
done
