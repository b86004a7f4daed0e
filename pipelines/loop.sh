#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Renders one period of a pattern, which loops without a seam, as mp4, webm and GIF.
set -eu

usage () {
  cat <<'USAGE'
Usage: ./pipelines/loop.sh [PATTERN-FILE-or-NAME] [OUT-FOLDER] [-- PROPERTY=VALUE ...]

Finds the period of a pattern, and writes exactly one at 25 frames per second: loop.mp4
and loop.webm of 1280x720, and loop.gif of 640x360. With a spaceship the view moves along;
of a gun the film shows what repeats around it. The first run installs missing packages
from Debian and builds a release.

  PATTERN-FILE-or-NAME  a file in any format that Golly reads, packed too
                        or a built-in pattern's name; gosper-gun if left out
  OUT-FOLDER            the folder to make; loop if left out
  PROPERTY=VALUE        any property of lifesrc: rule=B36/S23 palette=fire
  @preset=NAME          other colors than those of phosphor: heatmap, classic, ...
USAGE
}

pattern=gosper-gun
out=loop
. "$(dirname "$0")/arguments.sh"
write_aside folder
prepare $plain_packages ffmpeg

echo 'Looking for the period'
found=$(python3 pipelines/find-loop.py "$from" "$@") || fail "$out was not written"
mkdir "$aside/frames"
eval "set -- $found \"\$@\""
launch \
  lifesrc name=life "$from" $colors "$@" ! \
  video/x-raw,format=RGBA,width=1280,height=720,framerate=25/1 ! \
  progressreport name=rendering update-freq=1 do-query=true ! \
  queue ! pngenc ! multifilesink location="$(quoted "$aside/frames/%05d.png")"

# The frame after the last one has to be the first one again.
frames=$(($(ls "$aside/frames" | wc -l) - 1))
last=$(printf '%s/frames/%05d.png' "$aside" $frames)
cmp -s "$aside/frames/00000.png" "$last" ||
  fail "frame $frames is not the first one again; leave out properties that change with time"
rm "$last"

# encode_loop WORD...: makes a film of all frames by ffmpeg.
encode_loop () {
  await ffmpeg -v error -nostdin -framerate 25 -i "$aside/frames/%05d.png" "$@" || {
    # ffmpeg's status after a signal.
    [ "$status" -ne 255 ] || end_by "$interrupt_status"
    exit "$status"
  }
}
echo "Joining $frames frames"
encode_loop -c:v libx264 -pix_fmt yuv420p -crf 16 -movflags +faststart "$part/loop.mp4"
encode_loop -c:v libvpx-vp9 -pix_fmt yuv420p -crf 24 -b:v 0 "$part/loop.webm"
encode_loop -filter_complex \
  'scale=640:360:flags=neighbor,split[a][b]; [a]palettegen[colors]; [b][colors]paletteuse=dither=none' \
  -loop 0 "$part/loop.gif"
move_to_out
echo "Wrote $out/loop.mp4, loop.webm and loop.gif: $frames frames"
