#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Renders a pattern for a web page: HLS segments, their playlist and the page.
set -eu

usage () {
  cat <<'USAGE'
Usage: ./pipelines/hls.sh [PATTERN-FILE-or-NAME] [FOLDER] [-- PROPERTY=VALUE ...]

Renders a pattern on a plane as 30 s of HLS (1280x720, 30 frames per second, H.264)
with a page that plays it: a folder for any web server. The first run installs
missing packages from Debian and builds a release.

  PATTERN-FILE-or-NAME  a file in any format that Golly reads, packed too
                        or a built-in pattern's name; gosper-gun if left out
  FOLDER                the folder to make; life-hls if left out: index.html,
                        life.m3u8, segment00000.ts, segment00001.ts, ...
  PROPERTY=VALUE        any property of lifesrc: num-buffers=9000 zoom=4
  @preset=NAME          other colors than those of phosphor: heatmap, classic, ...
USAGE
}

pattern=gosper-gun
out=life-hls
. "$(dirname "$0")/arguments.sh"
write_aside folder
prepare $stream_packages gstreamer1.0-plugins-bad

# The playlist names the complete segments. Incomplete ones are removed, which frees the space
# for the line that ends the film.
finish_folder () {
  [ -s "$part/life.m3u8" ] || return
  for segment in "$part"/*.ts; do
    grep -qxF "${segment##*/}" "$part/life.m3u8" || rm "$segment"
  done
  echo '#EXT-X-ENDLIST' >>"$part/life.m3u8"
}

# hlssink2 of GStreamer 1.22 sometimes hangs at the end of a short stream.
cp pipelines/hls.html "$part/index.html"
cd "$part"
launch \
  lifesrc name=life "$from" num-buffers=900 $colors "$@" ! \
  video/x-raw,format=I420,width=1280,height=720,framerate=30/1,colorimetry=bt709 ! \
  progressreport name=rendering update-freq=1 do-query=true ! \
  queue ! x264enc speed-preset=veryfast pass=qual quantizer=20 bitrate=20000 key-int-max=60 ! \
  video/x-h264,profile=high ! h264parse ! mpegtsmux ! \
  hlssink target-duration=2 playlist-length=0 max-files=0 \
    location=segment%05d.ts playlist-location=life.m3u8
move_to_out
echo "Wrote $out ($(ls "$out" | grep -c '\.ts$') segments). To look at it here, run"
echo "  python3 -m http.server --directory '$(printf '%s' "$out" | sed "s/'/'\\\\''/g")' 8000"
echo "and open http://localhost:8000/"
