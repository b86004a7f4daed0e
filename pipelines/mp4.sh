#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Renders a pattern as an mp4: 1920x1080, 60 frames per second, 10 s, H.264 4:2:0.
set -eu

usage () {
  cat <<'USAGE'
Usage: ./pipelines/mp4.sh [PATTERN-FILE-or-NAME] [OUT.mp4] [-- PROPERTY=VALUE ...]

Renders a pattern on a plane as 10 s of 1920x1080 H.264 at 60 frames per second; in 3D as
a lit volume that turns.
The first run installs missing packages from Debian and builds a release.

  PATTERN-FILE-or-NAME  a file (RLE, macrocell, MCell and more: docs/reference/patterns.md)
                        or a built-in pattern's name; gosper-gun with its stream if left out
  OUT.mp4               the file to write; life.mp4 if left out
  PROPERTY=VALUE        any property of lifesrc: rule=B36/S23 zoom=4
  @preset=NAME          other colors than those of phosphor: heatmap, classic, ...
USAGE
}

pattern=gosper-gun
scene='240f 23,14 zoom=34; 840f 29,17 zoom=28 ease'
out=life.mp4
. "$(dirname "$0")/arguments.sh"
write_aside file
prepare $stream_packages
choose_view "$from" "$@"

render 60 \
  lifesrc name=life "$from" num-buffers=600 $colors "$@"
