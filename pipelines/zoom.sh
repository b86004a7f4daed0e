#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Renders one shot as an mp4: out from one cell to a world of 65536x65536.
set -eu

usage () {
  cat <<'USAGE'
Usage: ./pipelines/zoom.sh [--size CELLS] [OUT.mp4] [-- PROPERTY=VALUE ...]

Renders one shot of 10 s, 1920x1080 H.264 at 60 frames per second: one cell grows, twice
as fast every second, and the view goes back as fast, until a world of 65536x65536 is
full. That takes 1 GB of memory, and without a GPU a quarter to half an hour; --size 8192 in
a minute. The first run installs missing packages from Debian and builds a release.

  --size CELLS    the world's width and height, 256 to 65536; 65536 if left out
  OUT.mp4         the file to write; zoom.mp4 if left out
  PROPERTY=VALUE  any property of lifesrc: rule=B1/S012345678 palette=magma
USAGE
}

arguments=out
options=size
size=65536
out=zoom.mp4
. "$(dirname "$0")/arguments.sh"
case $size in
  *[!0-9]* | '' | ??????*) refuse "--size takes a number from 256 to 65536, not $size" ;;
esac
if [ "$size" -lt 256 ] || [ "$size" -gt 65536 ]; then
  refuse "--size takes a number from 256 to 65536, not $size"
fi
write_aside file
prepare $stream_packages

# point FRAME CELLS: appends a waypoint at which CELLS on each side of the middle one,
# and one more, fill 0.92 of 1080 rows.
waypoints=
point () {
  waypoints="$waypoints${waypoints:+; }$1f $((size / 2)).5,$((size / 2)).5"
  waypoints="$waypoints zoom=$((993600000 / (2 * $2 + 3)))e-6"
}

# The cell is shown for a second; then generations per frame double every second.
# The offspring of a cell are as many cells away as generations have passed.
hold=60
doubling=60
frame=$hold
cells=0
step=1
point $frame 0
while [ $((cells + step)) -lt $((size / 2)) ]; do
  cells=$((cells + step))
  frame=$((frame + 1))
  case $((frame - hold)) in 2 | 4 | 8 | 15 | 30) point $frame $cells ;; esac
  [ $(((frame - hold) % doubling)) -ne 0 ] || {
    point $frame $cells
    step=$((2 * step))
  }
done
[ $(((frame - hold) % doubling)) -eq 0 ] || point $frame $cells

render 60 \
  lifesrc name=life pattern='"o!"' rule=B1/S12 world-width="$size" world-height="$size" \
  hold=$hold generations-growth=$doubling num-buffers=$((frame + 1)) \
  color-mode=density density-gain=0.00001 dead-color=0xff06060f \
  palette=0xfffff6d8,0.36:0xffffc860,0.46:0xffe0506a,0.6:0xff402878,0xff080818 \
  waypoints="$(quoted "$waypoints")" "$@"
