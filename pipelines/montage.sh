#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Renders all slices of a 3D world side by side as an mp4: 1920x1080, 60 frames per second,
# 10 s.
set -eu

usage () {
  cat <<'USAGE'
Usage: ./pipelines/montage.sh [--size CELLS] [OUT.mp4] [-- PROPERTY=VALUE ...]

Renders every slice of a 3D world at once, in a grid: fire that never goes out, 10 s of
1920x1080 H.264 at 60 frames per second. The first run installs missing packages from
Debian and builds a release.

  --size CELLS    the world's width, height and depth, 2 to 512; 64 if left out
  OUT.mp4         the file to write; montage.mp4 if left out
  PROPERTY=VALUE  any property of lifesrc: rule=445 slice-axis=x world-depth=12
  @preset=NAME    another rule and other colors: clouds, ...
USAGE
}

arguments=out
options=size
size=64
out=montage.mp4
. "$(dirname "$0")/arguments.sh"
check_side
write_aside file
prepare $stream_packages

# A pattern has a rule of its own, and a preset has colors, too.
rule='rule=pyroclastic density=0.1'
colors='palette=fire dead-color=0xff0a0608'
leave_to_properties "$@"

render 60 \
  lifesrc name=life num-buffers=600 view=montage generations-rate=1/4 \
  world-width="$size" world-height="$size" world-depth="$size" $rule $colors "$@"
