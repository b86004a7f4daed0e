#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Lets what moves before a webcam come alive: in a window, or as an mp4 of 10 s.
set -eu

usage () {
  cat <<'USAGE'
Usage: ./pipelines/camera.sh [OUT.mp4] [-- PROPERTY=VALUE ...]

Cells are born where the picture of a webcam changes, and live on: in a window of 1280x720
until it is closed or Ctrl-C is pressed, or as 10 s of H.264 at 30 frames per second.
Without a webcam a test video, a ball, stands for it. The first run installs missing
packages from Debian and builds a release.

  OUT.mp4         the file to write instead of showing a window
  PROPERTY=VALUE  any property of lifestep: zoom=8 output=overlay threshold=0.2

The webcam is /dev/video0, unless the environment variable LIFE_CAMERA names another.
USAGE
}

arguments=out
out=
. "$(dirname "$0")/arguments.sh"
camera=${LIFE_CAMERA-/dev/video0}
if [ -n "$out" ]; then
  write_aside file
  prepare $stream_packages
else
  need_display "; or name a file: $0 OUT.mp4"
fi

# watch WORD...: launches the camera as $by selects, and WORD... after it.
watch () {
  frames=video/x-raw,width=1280,height=720,framerate=30/1,pixel-aspect-ratio=1/1
  if [ -c "$camera" ]; then
    echo "The camera is $camera"
    $by v4l2src device="$(quoted "$camera")" $count ! \
      decodebin ! videoconvert ! videoscale ! videorate ! "$frames" ! "$@"
  else
    echo "There is no camera at $camera: a test video stands for it"
    $by videotestsrc pattern=ball $count ! "$frames" ! "$@"
  fi
}

# lifestep has frames of the same size: a cell has several pixels.
set -- lifestep name=life input=motion threshold=0.1 zoom=4 \
  color-mode=age-trail palette=fire trail=24 "$@"
if [ -z "$out" ]; then
  by=launch_window
  count=is-live=true
  [ ! -c "$camera" ] || count=
  watch "$@" ! queue ! videoconvert ! autovideosink
else
  by=encode
  count=num-buffers=300
  watch "$@" ! video/x-raw,format=I420
fi
