#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Serves Life over RTSP from the source tree: installs what is missing, builds,
# and runs life-rtsp-server with the arguments given.
set -eu

# The help of life-rtsp-server, for when it is not built yet; a test compares the two.
for word; do
  case $word in
    -h | --help)
      sed 's|life-rtsp-server|./pipelines/rtsp-server.sh|' "$(dirname "$0")/rtsp-server/help.txt"
      exit 0
      ;;
    --) break ;;
  esac
done

# Paths are relative to the caller's folder.
here=$PWD
cd "$(dirname "$0")/.."
. tools/prepare.sh
. pipelines/launch.sh
need_packages $build_packages $stream_packages $rtsp_packages
server=$PWD/build-release/pipelines/rtsp-server/life-rtsp-server
build_plugin rtsp-server "$server"
cd "$here"
exec "$server" "$@" 5>&-
