#!/bin/sh
# One byte in, the same byte out: as cheap as a bundle's commands can be.
#
#   bundle.sh make DIR --point JSON --seeds SEED,…
#   bundle.sh verify DIR
set -eu

make() {
  mkdir "$1/cases" "$1/expected"
  cases=0
  for seed in $(echo "$5" | tr , ' '); do
    folder=$1/cases/$(printf %06d $cases)
    mkdir "$folder"
    printf '%b' "\\0$(printf %o $((seed % 256)))" > "$folder/x.bin"
    cases=$((cases + 1))
  done
  printf '{"point":%s,"derived":{},"cases":%d,"seeds":[%s]}' "$3" $cases "$5" > "$1/manifest.json"
}

verify() {
  rows=
  cases=0
  for folder in "$1"/cases/*; do
    name=${folder##*/}
    passed=false
    if cmp -s "$folder/x.bin" "$1/out/$name/y.bin"; then passed=true; fi
    rows="$rows${rows:+,}{\"i\":$cases,\"passed\":$passed,\"metrics\":{}}"
    cases=$((cases + 1))
  done
  printf '{"cases":[%s]}' "$rows" > "$1/verdicts.json"
}

command=$1
shift
"$command" "$@"
