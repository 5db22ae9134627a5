#!/bin/sh
# Counts the words of one text: count.sh TEXT COUNTS
tr -cs '[:alpha:]' '\n' <"$1" | tr '[:upper:]' '[:lower:]' | sed '/^$/d' | sort | uniq -c | sort -k1,1nr -k2,2 |
  awk '{ printf "%s %d\n", $2, $1 }' >"$2"
