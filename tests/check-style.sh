#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Checks that every C and CUDA file is formatted by .clang-format and starts with
# the license. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
files=$(find include life cuda plugin pipelines tools examples tests -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' | sort)

echo 1..2
if ! command -v clang-format >/dev/null; then
  echo 'ok 1 layout # SKIP clang-format is not installed'
else
  wrong=$(for file in $files; do
    clang-format "$file" | cmp -s - "$file" || echo "$file"
  done)
  if [ -z "$wrong" ]; then
    echo 'ok 1 layout'
  else
    echo 'not ok 1 layout'
    echo "$wrong" | sed 's/^/# run clang-format -i on /'
  fi
fi

wrong=$(for file in $files; do
  head -n 1 "$file" | grep -q 'SPDX-License-Identifier: LGPL-2.1-or-later' || echo "$file"
done)
if [ -z "$wrong" ]; then
  echo 'ok 2 licence'
else
  echo 'not ok 2 licence'
  echo "$wrong" | sed 's/^/# no SPDX line in /'
fi
