#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Makes the pictures of docs/how-to/gallery.md and docs/how-to/three-dimensions.md anew, each by its launch
# line there.
set -eu

usage () {
  cat <<'USAGE'
Usage: ./tools/make-gallery.sh [--into FOLDER] [PICTURE ...]

Makes the pictures of docs/how-to/gallery.md and docs/how-to/three-dimensions.md anew: all of them, or
those that are named (line.png gun.gif). Each is a frame of the launch line below it, or
several: the text before the line ends in "Frame 150:" or "Frames 300 to 329:". The first
run installs missing packages from Debian and builds a release.

  --into FOLDER  where to; docs/images/gallery and docs/images/three-dimensions if left out
USAGE
}

into=
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --into) [ $# -gt 1 ] || { usage >&2; exit 2; }; into=$2; shift ;;
    -*) usage >&2; exit 2 ;;
    *) break ;;
  esac
  shift
done
case $into in '' | /*) ;; *) into=$PWD/$into ;; esac

cd "$(dirname "$0")/.."
. tools/prepare.sh
# list: a line for each picture: the folder and its name, the first and the last frame, the
# width and the height, the launch line. A page's pictures are in the folder of its name.
list () {
  for page in gallery three-dimensions; do
    sed -nE '
      /^!\[.*\]\(\.\.\/images\/([a-z-]+)\/([^)]*)\)$/ { s//\1 \2/; h; }
      /^.* Frame ([0-9]+):$/ { s//\1 \1/; H; }
      /^.* Frames ([0-9]+) to ([0-9]+):$/ { s//\1 \2/; H; }
      /^    (gst-launch-1\.0 .*,width=([0-9]+),height=([0-9]+).*) ! videoconvert ! autovideosink$/ {
        s//\2 \3 \1/; H; g; s/\n/ /g; /^[a-z-]+ [^ ]+ [0-9]+ [0-9]+ [0-9]+ [0-9]+ gst/ p; s/.*//; h
      }' "docs/how-to/$page.md"
  done
}

for picture; do
  list | grep -q "^[a-z-]* $picture " || fail "the pages have no picture $picture"
done

need_packages $build_packages $plain_packages ffmpeg
build_plugin
aside=$(mktemp -d)
trap 'rm -rf "$aside"' EXIT

# make PICTURE FIRST LAST WIDTH HEIGHT LINE FOLDER: FOLDER/PICTURE of the frames FIRST to LAST
# of LINE.
make () {
  rm -f "$aside"/*
  command=$(printf '%s' "$6" | sed "s/^gst-launch-1.0 [a-z]*/& num-buffers=$(($3 + 1))/")
  eval "${command%%" "*} -q ${command#*" "} ! videoconvert ! video/x-raw,format=RGBA !" \
    'multifilesink max-files=$(($3 - $2 + 1)) location="$aside/%07d.raw"'
  cat "$aside"/*.raw |
    ffmpeg -v error -f rawvideo -pixel_format rgba -video_size "$4x$5" -framerate 25 -i - \
      -filter_complex '[0]split[a][b]; [a]palettegen=reserve_transparent=0[colors]; [b][colors]paletteuse=dither=none' \
      -compression_level 9 -y "$aside/$1"
  mkdir -p "$7"
  mv "$aside/$1" "$7/$1"
  echo "Wrote $7/$1"
}

list | while read -r page picture first last width height line; do
  case " $* " in
    "  " | *" $picture "*)
      make "$picture" "$first" "$last" "$width" "$height" "$line" "${into:-docs/images/$page}" </dev/null ;;
  esac
done
