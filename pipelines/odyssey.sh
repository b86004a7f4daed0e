#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Renders what becomes of a pattern in 2^44 generations as an mp4: 1920x1080, 30 frames per
# second, a minute.
set -eu

usage () {
  cat <<'USAGE'
Usage: ./pipelines/odyssey.sh [PATTERN-FILE-or-NAME] [OUT.mp4] [-- PROPERTY=VALUE ...]

Follows a pattern from its cells to its fate, in a world without edges: two seconds as it
is, then faster and faster, twice as fast every 1.5 s, while the camera keeps all of it
in the frame. A large pattern is first seen where most cells live, at 8 pixels each; after
three seconds the camera draws back in one motion. After a minute 2^44 generations are gone.
HashLife runs it, so this suits patterns of two states that grow in an orderly way: guns,
puffers, breeders, replicators, computers. The first run installs missing packages from Debian and builds a release.

  PATTERN-FILE-or-NAME  a file (RLE, macrocell and more: docs/reference/patterns.md)
                        or a built-in pattern's name; gosper-gun if left out
  OUT.mp4               the file to write; odyssey.mp4 if left out
  PROPERTY=VALUE        any property of lifesrc: generations-growth=90 num-buffers=900
  @preset=NAME          other colors: heatmap, ...

What stays chaotic for long takes long; kernel=sparse generations-growth=120 may suit it.
USAGE
}

pattern=gosper-gun
out=odyssey.mp4
. "$(dirname "$0")/arguments.sh"
write_aside file
prepare $stream_packages

# measure LEVEL COLUMNS ROWS: counts 256x256 squares of 2^LEVEL cells along a side around
# $center, and moves it to the centroid of the most populated COLUMNS x ROWS of them. Sets
# $spread if cells lie farther apart than that; until then $center is the middle of all.
measure () {
  level=$1 columns=$2 rows=$3
  shift 3
  launch lifesrc "$from" topology=unbounded kernel=hashlife "$@" num-buffers=1 camera=manual 'waypoints=""' \
    zoom="$(awk -v level="$level" 'BEGIN { printf "%.17g", 2 ^ -level }')" \
    view-x="${center%,*}" view-y="${center#*,}" rotation=0 caption=0 grid=0 \
    color-mode=density palette=0xffffffff,0xff010101 ! \
    video/x-raw,format=GRAY8,width=256,height=256 ! filesink location="$(quoted "$aside/density")"
  found=$(od -An -v -tu1 -w256 "$aside/density" | awk -v level="$level" -v columns="$columns" -v rows="$rows" \
    -v center="$center" -v spread="$spread" '
    {
      for (i = 1; i <= 256; i++) {
        # The sum of all to the left and above, this one included.
        sum[NR, i] = $i + sum[NR - 1, i] + sum[NR, i - 1] - sum[NR - 1, i - 1]
        inside = sum[NR, i] - sum[NR - rows, i] - sum[NR, i - columns] + sum[NR - rows, i - columns]
        if (inside > highest) { highest = inside; last_column = i; last_row = NR }
        if ($i == 0) continue
        lives[NR, i] = $i
        if (!top) { top = NR; left = right = i }
        if (i < left) left = i
        if (i > right) right = i
        bottom = NR
      }
    }
    END {
      if (bottom - top > rows || right - left > columns) spread = "spread"
      if (spread) {
        for (row = last_row - rows + 1; row <= last_row; row++)
          for (i = last_column - columns + 1; i <= last_column; i++) {
            x += lives[row, i] * (i - 0.5) / highest
            y += lives[row, i] * (row - 0.5) / highest
          }
      } else {
        x = (left + right - 1) / 2
        y = (top + bottom - 1) / 2
      }
      split(center, at, ",")
      if (highest) printf "%.0f,%.0f %s\n", at[1] + (x - 128) * 2 ^ level, at[2] + (y - 128) * 2 ^ level, spread
    }')
  center=${found%% *}
  spread=${found#* }
}

# Find the most populated frame at zoom 8, and how the camera moves from there to the whole,
# a second longer for each factor of 128.
waypoints=""
center=0,0
spread=""
seconds=8
for level in 46 39 32 25 18 11 4; do
  [ $level -ne 4 ] && squares="1 1" || squares="15 8"
  [ -z "$center" ] || measure $level $squares "$@"
  [ -z "$spread" ] || seconds=$((seconds + 1))
done
[ -z "$spread" ] || waypoints="0s $center zoom=8; 3s $center; ${seconds}s camera ease"

# As palette=fire, but a lone glider in a pixel of millions of cells is bright, too.
colors='color-mode=density
  palette=0xffffe4a8,0xffffd868,0xffffb030,0xfff27018,0xffe04020'
for property; do
  case $property in @preset=*) colors="" ;; esac
done

render 30 \
  lifesrc name=life "$from" topology=unbounded kernel=hashlife \
  camera=fit camera-margin=0.2 waypoints="$(quoted "$waypoints")" \
  hold=60 generations-growth=45 num-buffers=1800 caption=counter+title $colors "$@"
