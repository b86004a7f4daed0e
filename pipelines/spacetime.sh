#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Renders the history of a 2D pattern as a body, as an mp4: 1920x1080, 60 frames per
# second, 12 s.
set -eu

usage () {
  cat <<'USAGE'
Usage: ./pipelines/spacetime.sh [PATTERN-FILE-or-NAME] [OUT.mp4] [-- PROPERTY=VALUE ...]

Renders a 2D pattern through time: each generation lies before the one that was before
it, and the camera goes around them all, 12 s of 1920x1080 H.264 at 60 frames per second.
The first run installs missing packages from Debian and builds a release.

  PATTERN-FILE-or-NAME  a file (RLE, macrocell, MCell and more: docs/reference/patterns.md)
                        or a built-in pattern's name; gosper-gun if left out
  OUT.mp4               the file to write; spacetime.mp4 if left out
  PROPERTY=VALUE        any property of lifesrc: history=600 zoom=20 palette=fire
  @preset=NAME          other colors: heatmap, ...
USAGE
}

pattern=gosper-gun
out=spacetime.mp4
. "$(dirname "$0")/arguments.sh"
# The gun has a world in which its stream is seen, and a past from the first frame on.
[ "$position" -gt 0 ] || [ $# -gt 0 ] ||
  set -- world-width=60 world-height=40 pattern-x=3 pattern-y=3 start-frame=200 history=100 camera-distance=1.1
write_aside file
prepare $stream_packages

colors='color-mode=depth palette=ice antialias=true'
for property; do
  case $property in @preset=*) colors="" ;; esac
done

# The zoom sets the size of the world. Its edges are visible, so nothing lies beyond them.
# The quality decides how many bits there are; x264enc's own bound, 2048 kbit/s, blurs what is busy.
render 60 \
  lifesrc name=life "$from" num-buffers=720 view=spacetime topology=plane zoom=16 \
  azimuth=40 orbit=0.5 camera-distance=1.3 $colors "$@"
