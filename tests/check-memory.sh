#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Plays three frames of each engine, view and element under valgrind's memcheck, on the CPU, in
# worlds and frames of odd sizes; each format of frames is that of one stream at least.
# Prints TAP; takes the environment that meson test sets.
cd "$(dirname "$0")/.." || exit 1

if ! command -v valgrind >/dev/null; then
  echo '1..0 # SKIP valgrind is not installed'
  exit 0
fi
# valgrind knows no wider vectors.
LIFE_CPU=portable
! grep -qw avx2 /proc/cpuinfo || LIFE_CPU=avx2
folder=$(mktemp -d "${TMPDIR:-/tmp}/life-memory.XXXXXX")
trap 'rm -rf "$folder"' EXIT
# The dynamic linker reads a path beyond its end, within the same eight bytes.
cat >"$folder/valgrind.supp" <<'SUPPRESSIONS'
{
   path-in-dynamic-linker
   Memcheck:Addr8
   fun:strncmp
   fun:is_dst
}
SUPPRESSIONS
export LIFE_CPU GST_REGISTRY_1_0="$folder/registry.bin"
gst-inspect-1.0 lifesrc >"$folder/about" || exit 1
formats='I420 NV12 Y444 Y42B YUY2 UYVY I420_10LE P010_10LE I422_10LE Y210 NV16 NV21 GRAY8
  RGBA BGRA ARGB ABGR RGBx BGRx xRGB xBGR RGB BGR'

source='lifesrc num-buffers=3 threads=2 engine=cpu'
plane='world-width=45 world-height=39'
cube='world-width=37 world-height=29 world-depth=13'
pictures='videotestsrc num-buffers=3 ! video/x-raw,width=33,height=27 ! lifestep engine=cpu'
cat >"$folder/streams" <<STREAMS
$source $plane kernel=naive rule=B2/S345/4
$source $plane kernel=bitsliced zoom=1
$source $plane kernel=bitsliced topology=plane zoom=1.5 rotation=30 grid=1
$source world-width=1 world-height=1
$source $plane rule=R2,C2,S6..9,B7..8
$source $plane rule=W30
$source $plane rule=WireWorld density=0 pattern=glider
$source $plane rule=B2/S34H color-mode=age-trail
$source topology=unbounded kernel=sparse pattern=gosper-gun color-mode=age-trail
$source topology=unbounded kernel=hashlife pattern=gosper-gun generations=1000
$source $cube rule=B6/S567 view=slice
$source $cube rule=B6/S567 view=volume
$source $cube rule=B6/S567 view=xray topology=plane
$source $cube rule=B6/S567/5 view=projection
$source $cube rule=B4/S4F view=montage
$source world-width=130 world-height=9 world-depth=7 rule=B6/S567 view=montage
$source world-width=512 world-height=11 world-depth=5 rule=B6/S567 view=slice
$source world-width=700 world-height=11 world-depth=5 rule=B6/S567 topology=plane
$source $plane view=spacetime history=5
$source $plane zoom=0.25 color-mode=density
$source world-width=131 world-height=45 caption=counter+graph text=Life
$source $plane generations-rate=1/3 crossfade=true
$source $plane pattern=glider camera=fit
$source $plane stagnation=reseed color-mode=age
$pictures input=first
$pictures input=motion output=overlay
$pictures input=xor output=overlay
audiotestsrc num-buffers=9 wave=ticks ! lifevis engine=cpu
STREAMS

# have STREAM: whether this build has what it needs.
have () {
  case $1 in
    *text=*) grep -q '^  text ' "$folder/about" ;;
    *lifevis*) gst-inspect-1.0 lifevis >/dev/null 2>&1 ;;
    *) true ;;
  esac
}

echo "1..$(wc -l <"$folder/streams")"
number=0
while read -r stream; do
  number=$((number + 1))
  # Formats take turns.
  # shellcheck disable=SC2086 # words
  set -- $formats
  format=$1
  shift
  formats="$* $format"
  case $stream in
    videotestsrc*) caps="video/x-raw,format=$format" ;;
    audiotestsrc*) caps=video/x-raw,width=51,height=35 ;;
    *) caps="video/x-raw,format=$format,width=51,height=35" ;;
  esac
  if ! have "$stream"; then
    echo "ok $number $stream ! $caps # SKIP not in this build"
    continue
  fi
  # shellcheck disable=SC2086
  valgrind -q --error-exitcode=9 --num-callers=24 --suppressions="$folder/valgrind.supp" \
    gst-launch-1.0 $stream ! "$caps" ! fakesink >"$folder/out" 2>&1 || {
    sed 's/^/# /' "$folder/out" | tail -n 60
    printf 'not '
  }
  echo "ok $number $stream ! $caps"
done <"$folder/streams"
