#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Renders a pattern as numbered PNG files, 1920x1080, one generation each.
set -eu

usage () {
  cat <<'USAGE'
Usage: ./pipelines/png.sh [PATTERN-FILE-or-NAME] [FOLDER] [-- PROPERTY=VALUE ...]

Renders 60 generations of a pattern on a plane as 1920x1080 pictures without
loss: 00000.png, 00001.png, ... The first run installs missing packages from
Debian and builds a release.

  PATTERN-FILE-or-NAME  a file in any format that Golly reads, packed too
                        or a built-in pattern's name; gosper-gun if left out
  FOLDER                the folder to make; life-frames if left out
  PROPERTY=VALUE        any property of lifesrc: num-buffers=600, or
                        dead-color=0 for a transparent background
  @preset=NAME          other colors than those of phosphor: heatmap, classic, ...
USAGE
}

pattern=gosper-gun
out=life-frames
. "$(dirname "$0")/arguments.sh"
write_aside folder
prepare $plain_packages

cd "$part"
launch \
  lifesrc name=life "$from" num-buffers=60 $colors "$@" ! \
  video/x-raw,format=RGBA,width=1920,height=1080,framerate=60/1 ! \
  progressreport name=rendering update-freq=1 do-query=true ! \
  queue ! pngenc ! multifilesink location=%05d.png
move_to_out
echo "Wrote $out ($(ls "$out" | wc -l) frames)"
