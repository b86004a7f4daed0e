#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Renders words that dissolve into Life as an mp4: 1920x1080, 30 frames per second, 10 s.
set -eu

usage () {
  cat <<'USAGE'
Usage: ./pipelines/logo.sh [TEXT] [OUT.mp4] [-- PROPERTY=VALUE ...]

Renders words as live cells that hold for 1.5 s and then dissolve into Life: 10 s of
1920x1080 H.264 at 30 frames per second. The first run installs missing packages from
Debian and builds a release.

  TEXT            the words, in any script; Life if left out
  OUT.mp4         the file to write; logo.mp4 if left out
  PROPERTY=VALUE  any property of lifesrc: text-font="Serif Bold 48" hold=90
USAGE
}

arguments='text out'
pattern=Life
out=logo.mp4
. "$(dirname "$0")/arguments.sh"
write_aside file
prepare $stream_packages

# By default the words fill the frame, and stay in it as they dissolve.
camera='camera=fit camera-margin=0.35'
for property; do
  case $property in
    zoom=* | camera=* | waypoints=* | view-[xy]=*) camera= ;;
  esac
done

render 30 \
  lifesrc name=life "$from" hold=45 generations-rate=1/2 num-buffers=300 $camera \
  color-mode=age-trail palette=ice trail=24 dead-color=0xff05080f "$@"
