#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Renders an orbit around a 3D world as an mp4: 1920x1080, 60 frames per second, 12 s.
set -eu

usage () {
  cat <<'USAGE'
Usage: ./pipelines/volume.sh [--size CELLS] [OUT.mp4] [-- PROPERTY=VALUE ...]

Renders a 3D world as lit cubes: a soup that settles into clouds while the camera goes
around it once, 12 s of 1920x1080 H.264 at 60 frames per second. Without a GPU that
takes some minutes. The first run installs missing packages from Debian and builds a
release.

  --size CELLS    the world's width, height and depth, 2 to 512; 96 if left out
  OUT.mp4         the file to write; volume.mp4 if left out
  PROPERTY=VALUE  any property of lifesrc: rule=pyroclastic density=0.1, or
                  pattern=glider-5766 elevation=10 orbit=-0.5 color-mode=age
  @preset=NAME    another rule and other colors: eruption, ...
USAGE
}

arguments=out
options=size
size=96
out=volume.mp4
. "$(dirname "$0")/arguments.sh"
check_side
write_aside file
prepare $stream_packages

# A pattern has a rule of its own, and a preset has colors, too.
rule='rule=clouds density=0.5'
colors='@preset=volume antialias=true world-box=false'
leave_to_properties "$@"

render 60 \
  lifesrc name=life num-buffers=720 view=volume orbit=0.5 generations-rate=1/3 \
  world-width="$size" world-height="$size" world-depth="$size" $rule $colors "$@"
