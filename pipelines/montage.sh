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

takes=out
options=size
size=64
out=montage.mp4
. "$(dirname "$0")/arguments.sh"
case $size in
  *[!0-9]* | '' | 0* | ????*) refuse "--size takes a number from 2 to 512, not $size" ;;
esac
if [ "$size" -lt 2 ] || [ "$size" -gt 512 ]; then
  refuse "--size takes a number from 2 to 512, not $size"
fi
write_aside file
prepare $stream_packages

# A pattern has a rule of its own, and a preset has colors, too.
rule='rule=pyroclastic density=0.1'
look='palette=fire dead-color=0xff0a0608'
for property; do
  case $property in
    @preset=*) rule="" look="" ;;
    rule=* | location=* | pattern=*) rule="" ;;
  esac
done

# The quality decides how many bits there are; x264enc's own bound, 2048 kbit/s, blurs what is busy.
launch \
  lifesrc name=life num-buffers=600 view=montage generations-rate=1/4 \
  world-width="$size" world-height="$size" world-depth="$size" $rule $look "$@" ! \
  video/x-raw,format=I420,width=1920,height=1080,framerate=60/1,colorimetry=bt709 ! \
  progressreport name=rendering update-freq=1 do-query=true ! \
  queue ! x264enc speed-preset=veryfast pass=qual quantizer=18 bitrate=50000 key-int-max=60 ! \
  video/x-h264,profile=high ! mp4mux faststart=true faststart-file="$(quoted "$aside/moving")" ! \
  filesink location="$(quoted "$part")"
put
echo "Wrote $out"
