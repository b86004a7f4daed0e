#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Renders a pattern as an animated GIF: 640x360, 25 frames per second, 6 s, looping.
set -eu

usage () {
  cat <<'USAGE'
Usage: ./pipelines/gif.sh [PATTERN-FILE-or-NAME] [OUT.gif] [-- PROPERTY=VALUE ...]

Renders a pattern on a plane as a GIF of 640x360 that plays 6 s in a loop, 25
generations per second. Frames of up to 255 colors are exact. The first run installs
missing packages from Debian and builds a release.

  PATTERN-FILE-or-NAME  a file in any format that Golly reads, packed too
                        or a built-in pattern's name; gosper-gun if left out
  OUT.gif               the file to write; life.gif if left out
  PROPERTY=VALUE        any property of lifesrc: num-buffers=300 zoom=4
  @preset=NAME          other colors than those of phosphor: heatmap, classic, ...
USAGE
}

pattern=gosper-gun
out=life.gif
. "$(dirname "$0")/arguments.sh"
write_aside file
prepare $plain_packages ffmpeg

# GStreamer in Debian has no GIF encoder: it writes frames, and ffmpeg joins them.
mkdir "$aside/frames"
cd "$aside/frames"
launch \
  lifesrc name=life "$from" num-buffers=150 $colors "$@" ! \
  video/x-raw,format=RGBA,width=640,height=360,framerate=25/1 ! \
  progressreport name=rendering update-freq=1 do-query=true ! \
  queue ! pngenc ! multifilesink location=%05d.png
echo "Joining $(ls | wc -l) frames"
await ffmpeg -v error -nostdin -framerate 25 -i %05d.png \
  -filter_complex '[0]split[a][b]; [a]palettegen[colors]; [b][colors]paletteuse=dither=none' \
  -loop 0 -f gif -y "$part" || {
  # ffmpeg's status after a signal.
  [ "$status" -ne 255 ] || end_by "$interrupt_status"
  exit "$status"
}
move_to_out
echo "Wrote $out"
