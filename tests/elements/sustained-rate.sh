#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Measures whether a live lifesrc holds its rate, and prints a table; run by hand on
# a machine that does nothing else. It is not a test.
set -eu

if [ $# -gt 1 ] || [ "${1-}" = -h ] || [ "${1-}" = --help ]; then
  cat <<'USAGE'
Usage: ./tests/elements/sustained-rate.sh [SECONDS]

Plays a soup on a torus, one generation per frame, into a sink with a clock, for
SECONDS (60) each: 1920x1080 at 60 frames per second and 3840x2160 at 30.

  frames    that reached the sink
  skipped   by lifesrc, because the sink was late
  dropped   by the sink, more than 16.7 ms late
  late      by more than a millisecond; mean, latest: of their lateness
  CPU       of the whole process, as a share of one core
USAGE
  [ $# -le 1 ] || exit 2
  exit 0
fi
seconds=${1:-60}
case $seconds in
  *[!0-9]* | 0*)
    echo "sustained-rate.sh: SECONDS must be a whole number of at least 1, not '$seconds'" >&2
    exit 2
    ;;
esac
cd "$(dirname "$0")/../.."
. tools/prepare.sh
need_packages $build_packages $plain_packages
build build-test --buildtype=release -Dplugin=enabled -Dtests=enabled
use_plugin build-test

echo "$(nproc) cores, $(grep -m 1 'model name' /proc/cpuinfo | cut -d : -f 2-), load $(cut -d ' ' -f 1 /proc/loadavg), $(date -u +%F)"
printf '%-24s %7s %8s %8s %6s %9s %11s %16s\n' lifesrc frames skipped dropped late 'mean, ms' 'latest, ms' 'CPU of one core'
for format in I420 GRAY8; do
  build-test/tests/elements/sustained-rate 1920 1080 60 "$seconds" $format
  build-test/tests/elements/sustained-rate 3840 2160 30 "$seconds" $format
done
