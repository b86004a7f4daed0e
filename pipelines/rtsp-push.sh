#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Pushes Life to an RTSP server for others to watch: 1280x720, 30 frames per second,
# H.264 4:2:0, until it is interrupted.
set -eu

usage () {
  cat <<'USAGE'
Usage: ./pipelines/rtsp-push.sh [OPTION ...] URL [-- PROPERTY=VALUE ...]

Pushes a live stream of Life (RTSP RECORD over TCP, H.264) to a server that takes
such streams, for example MediaMTX, until interrupted. The first run installs missing
packages from Debian and builds a release.

  URL               where to: rtsp://host:8554/life, or rtsp://user:password@host/...
                    (other users of this machine can see it in the list of processes)
  --width N         pixels across; 1280 if left out
  --height N        pixels down; 720 if left out
  --framerate N[/D] frames, and generations, per second; 30 if left out
  --bitrate N       kbit/s of the video; 4000 if left out
  PROPERTY=VALUE    any property of lifesrc: rule=B36/S23 zoom=4 num-buffers=9000
  @preset=NAME      other colors than those of phosphor: heatmap, classic, ...
USAGE
}

wrong () {
  usage >&2
  exit 2
}

width=1280
height=720
framerate=30/1
bitrate=4000
url=
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --) shift; break ;;
    --width | --height | --framerate | --bitrate)
      [ $# -gt 1 ] || wrong
      case $2 in
        '' | */ | *[!0-9/]* | */*/* | /* | 0*) wrong ;;
        */*) [ "$1" = --framerate ] || wrong ;;
      esac
      case $1 in
        --width) width=$2 ;;
        --height) height=$2 ;;
        --framerate) case $2 in */*) framerate=$2 ;; *) framerate=$2/1 ;; esac ;;
        --bitrate) bitrate=$2 ;;
      esac
      shift
      ;;
    -*) wrong ;;
    rtsp://?* | rtspt://?*) [ -z "$url" ] || wrong; url=$1 ;;
    *) wrong ;;
  esac
  shift
done
[ -n "$url" ] || wrong

# quoted TEXT: quotes any text for gst-launch-1.0.
quoted () {
  printf '"%s"' "$(printf '%s' "$1" | sed 's/[\\"]/\\&/g')"
}

# Paths in properties are relative to the caller's folder.
here=$PWD
cd "$(dirname "$0")/.."
. tools/prepare.sh
. pipelines/launch.sh
. pipelines/colors.sh
need_packages $build_packages $stream_packages gstreamer1.0-rtsp
build_plugin
cd "$here"

choose_colors "$@"

# Key frames contain their parameters; a payloader would repeat them before every
# slice.
become_launch \
  lifesrc name=life is-live=true $colors "$@" ! \
  "video/x-raw,format=I420,width=$width,height=$height,framerate=$framerate,colorimetry=bt709" ! \
  queue max-size-buffers=2 ! \
  x264enc tune=zerolatency speed-preset=veryfast bitrate="$bitrate" key-int-max=60 ! \
  video/x-h264,profile=high,stream-format=byte-stream,alignment=au ! \
  rtspclientsink protocols=tcp latency=0 location="$(quoted "$url")"
