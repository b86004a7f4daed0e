#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Shows a pattern in a window of 1280x720 until it is closed.
set -eu

usage () {
  cat <<'USAGE'
Usage: ./pipelines/window.sh [PATTERN-FILE-or-NAME] [-- PROPERTY=VALUE ...]

Shows a pattern on a plane in a window of 1280x720, 30 generations per second, until
the window is closed or Ctrl-C is pressed. The first run installs missing packages
from Debian and builds a release.

  PATTERN-FILE-or-NAME  a file in any format that Golly reads, packed too
                        or a built-in pattern's name; gosper-gun if left out
  PROPERTY=VALUE        any property of lifesrc: topology=torus generations=4
  @preset=NAME          other colors than those of phosphor: heatmap, classic, ...
USAGE
}

pattern=gosper-gun
. "$(dirname "$0")/arguments.sh"
[ -n "${DISPLAY-}${WAYLAND_DISPLAY-}" ] ||
  fail "there is no display for a window: run this in a desktop session, or over ssh -X"
need_packages $build_packages $plain_packages gstreamer1.0-x x11-utils
# Without a display that answers, GStreamer would crash or play unseen.
[ -n "${WAYLAND_DISPLAY-}" ] || xdpyinfo >/dev/null 2>&1 || fail "the display $DISPLAY does not answer"
build build-release --buildtype=release -Dplugin=enabled -Dtests=disabled
use_plugin build-release

# GStreamer reports an error when its window is closed; here it ends the script well.
scrap=$(mktemp)
interrupt_status=0
echo "Close the window or press Ctrl-C to end"
launch \
  lifesrc name=life "$from" $look "$@" ! \
  video/x-raw,width=1280,height=720,framerate=30/1 ! \
  queue ! videoconvert ! autovideosink 2>"$scrap" ||
  grep -q 'window was closed\|Quit requested' "$scrap" || {
    cat "$scrap" >&2
    exit 1
  }
