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
                        or a built-in pattern's name; gosper-gun with its stream if left out
  PROPERTY=VALUE        any property of lifesrc: topology=torus generations=4
  @preset=NAME          other colors than those of phosphor: heatmap, classic, ...
USAGE
}

pattern=gosper-gun
scene='240f 23,14 zoom=23; 840f 29,17 zoom=19 ease'
. "$(dirname "$0")/arguments.sh"
need_display
choose_view "$from" "$@"

launch_window \
  lifesrc name=life "$from" $colors "$@" ! \
  video/x-raw,width=1280,height=720,framerate=30/1 ! \
  queue ! videoconvert ! autovideosink
