#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Renders what becomes of a pattern in 2^38 generations as an mp4: 1920x1080, 30 frames per
# second, a minute.
set -eu

usage () {
  cat <<'USAGE'
Usage: ./pipelines/odyssey.sh [PATTERN-FILE-or-NAME] [OUT.mp4] [-- PROPERTY=VALUE ...]

Follows a pattern from its cells to its fate, in a world without edges: two seconds as it
is, then faster and faster, twice as fast every 1.5 s, while the camera keeps all of it
in the frame. After a minute 2^38 generations are gone. HashLife runs it, so this suits
patterns of two states that grow in an orderly way: guns, puffers, breeders, replicators,
computers. The first run installs missing packages from Debian and builds a release.

  PATTERN-FILE-or-NAME  a file (RLE, macrocell and more: docs/patterns.md)
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

colors='color-mode=density palette=fire'
for property; do
  case $property in @preset=*) colors="" ;; esac
done

render 30 \
  lifesrc name=life "$from" topology=unbounded kernel=hashlife camera=fit camera-margin=0.2 \
  hold=60 generations-growth=45 num-buffers=1800 caption=counter+title $colors "$@"
