#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Checks that every C and CUDA file is formatted by .clang-format and starts with
# the license. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
# Each release of clang-format lays some lines out in its own way; this is ours.
version=14
files=$(find include life cuda plugin pipelines tools examples tests -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' | sort)

echo 1..2
for formatter in "clang-format-$version" clang-format; do
  ! "$formatter" --version 2>/dev/null | grep -q "version $version\." || break
  formatter=
done
if [ -z "$formatter" ]; then
  echo "ok 1 layout # SKIP clang-format $version is not installed"
else
  # shellcheck disable=SC2086 # files are words
  wrong=$("$formatter" --dry-run $files 2>&1 | sed -n 's/^\([^:]*\):.*\[-Wclang-format-violations\]$/\1/p' | sort -u)
  if [ -z "$wrong" ]; then
    echo 'ok 1 layout'
  else
    echo 'not ok 1 layout'
    echo "$wrong" | sed "s/^/# run $formatter -i on /"
  fi
fi

# shellcheck disable=SC2086 # files are words
wrong=$(awk 'FNR == 1 && !/SPDX-License-Identifier: LGPL-2.1-or-later/ { print FILENAME }' $files)
if [ -z "$wrong" ]; then
  echo 'ok 2 licence'
else
  echo 'not ok 2 licence'
  echo "$wrong" | sed 's/^/# no SPDX line in /'
fi
