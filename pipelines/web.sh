#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Shows and controls Life in browsers, from the source tree: installs what is missing, builds,
# and runs life-web with the arguments given.
set -eu

# The help of life-web, for when it is not built yet; a test compares the two.
for word; do
  case $word in
    -h | --help)
      sed 's|life-web|./pipelines/web.sh|' "$(dirname "$0")/web/help.txt"
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
need_packages $build_packages $stream_packages $web_packages
server=$PWD/build-release/pipelines/web/life-web
build_plugin web "$server"
cd "$here"
exec "$server" "$@" 5>&-
