#!/usr/bin/env bash
# Fetches what tests in a real browser need besides Debian's chromium and nodejs: the programs that Playwright for Java
# drives a browser with (without their copy of node, and without browsers), and axe-core. By `npm pack` from the registry
# that npm is set up for, compared with the hashes below.
#
#   tools/browser.sh [FOLDER]     FOLDER: where tests look for it unless ASSAY_BROWSER_KIT names another
set -euo pipefail

# Name, version, SHA-512 in base64 as npm's own lock files have it.
readonly packages=(
  'playwright-core 1.62.1 wPYSwEBJY9GHraISXqyqtx0na0LpO3XEX7jNDhntbex7tzUS7kLnZsOlFruFJB4Hi/rhDMjXGqHewDZ68nYZVw=='
  'axe-core 4.14.1 FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=='
)

folder=${1:-${ASSAY_BROWSER_KIT:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/assay/browser}}
readonly folder

say() {
  printf 'browser.sh: %s\n' "$*" >&2
}

for program in node npm; do
  type -P "$program" >/dev/null || {
    say "there is no $program on PATH; install it (Debian: nodejs, npm)"
    exit 4
  }
done

# Unpacks package $1 of version $2 with hash $3 as $folder/$1-$2.
fetch() {
  local name=$1 version=$2 expected=$3 work actual
  [[ ! -d $folder/$name-$version ]] || return 0
  work=$(mktemp -d "$folder/new.XXXXXX")
  if ! (cd "$work" && npm pack --silent --ignore-scripts "$name@$version" >/dev/null); then
    rm -rf "$work"
    say "npm could not fetch $name@$version; see whether its registry can be reached (npm ping), then try again"
    exit 4
  fi
  actual=$(node --print 'crypto.createHash("sha512").update(fs.readFileSync(process.argv[1])).digest("base64")' \
    "$work/$name-$version.tgz")
  if [[ $actual != "$expected" ]]; then
    rm -rf "$work"
    say "$name@$version came with the SHA-512 $actual, where $expected is due; nothing of it was unpacked"
    exit 4
  fi
  tar --extract --gzip --file "$work/$name-$version.tgz" --directory "$work" --no-same-owner
  # Playwright for Java looks for `package` and `node` in one folder.
  ln -sf "$(type -P node)" "$work/node"
  rm "$work/$name-$version.tgz"
  chmod 755 "$work"
  mv -T "$work" "$folder/$name-$version" 2>/dev/null || rm -rf "$work"
}

mkdir -p "$folder"
for package in "${packages[@]}"; do
  read -r name version hash <<<"$package"
  fetch "$name" "$version" "$hash"
done
printf '%s\n' "$folder"
