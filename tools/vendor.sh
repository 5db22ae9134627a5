#!/usr/bin/env bash
# Compares the files of others that the pages deliver with the npm packages that they came from, byte for byte; with
# --update writes them anew, for a change of the versions below. By `npm pack` from the registry that npm is set up for.
#
#   tools/vendor.sh [--update]
set -euo pipefail

root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly assets=$root/platform/src/main/resources/dev/assay/platform/page/assets

# Package, version, file in it, SHA-256 of the file, its name here.
readonly files=(
  'htmx.org 2.0.11 dist/htmx.min.js d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717 htmx.js'
  'htmx.org 2.0.11 LICENSE d3d2456f76414f2456104660ebd65aff1c04cd7966b942bdabd63f3cdb316a38 htmx.LICENSE'
  'uplot 1.6.32 dist/uPlot.iife.min.js 19c8d4c6ad88929a79f4ae49d6f7161566dfd0ba3d15cc495e974f787eb78f1f uplot.js'
  'uplot 1.6.32 dist/uPlot.min.css df630c6a8d6f8eeaff264b50f73ce5b114f646ffd9a0bb74f049b0a00135fa04 uplot.css'
  'uplot 1.6.32 LICENSE 8f989229699b4fe2f1a0432d0e9edc338a8a911e250e2d1b01ecd770a5f5b1bd uplot.LICENSE'
)

update=false
case ${1:-} in
  '') ;;
  --update) update=true ;;
  *)
    printf 'usage: tools/vendor.sh [--update]\n' >&2
    exit 2
    ;;
esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
outcome=0
for entry in "${files[@]}"; do
  read -r package version path hash name <<<"$entry"
  if [[ ! -d $package-$version ]]; then
    npm pack --silent --ignore-scripts "$package@$version" >/dev/null
    mkdir "$package-$version"
    tar --extract --gzip --file "$package-$version.tgz" --directory "$package-$version" --no-same-owner
  fi
  file=$package-$version/package/$path
  if ! sha256sum --quiet --check <<<"$hash  $file"; then
    printf 'vendor.sh: %s of %s@%s has another SHA-256 than %s\n' "$path" "$package" "$version" "$hash" >&2
    outcome=1
  elif $update; then
    cp "$file" "$assets/$name"
  elif ! cmp --silent "$file" "$assets/$name"; then
    printf 'vendor.sh: %s is not %s of %s@%s\n' "$assets/$name" "$path" "$package" "$version" >&2
    outcome=1
  fi
done
((outcome == 0)) && printf '%d files are as they were published\n' "${#files[@]}"
exit "$outcome"
