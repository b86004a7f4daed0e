#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Renders a 3D world whole: every generation slice by slice, as numbered PNG files in a
# folder each, or without loss in one video.
set -eu

usage () {
  cat <<'USAGE'
Usage: ./pipelines/slices.sh [OPTION VALUE ...] [FOLDER|OUT.mkv] [-- PROPERTY=VALUE ...]

Writes a volume per generation of a 3D world, slice by slice. A pixel is a cell: 255
where one lives, else 0. The first run installs missing packages from Debian and builds
a release.

  FOLDER             the folder to make; life-slices if left out. Generation 3 is in
                     generation-0003/slice-0000.png, slice-0001.png, ...
  OUT.mkv            or the file to write: FFV1, which loses nothing, 60 slices per
                     second, those of the first generation first
  --size CELLS       the world's width and height: 64, or 96x48; 64 if left out
  --depth CELLS      its depth; 64 if left out
  --generations N    how many generations; 16 if left out
  --start N          the first one; 0 if left out
  --axis z|y|x       across which axis slices are cut; z if left out. Columns and rows
                     run along x and y, x and z, y and z
  --rule RULE        B6/S567 if left out, or the file's
  --seed N           which soup the world starts from; 1 if left out
  --density SHARE    how many of its cells live; 0.35 if left out
  --location FILE    a pattern to start from instead, in any format that Golly reads
  PROPERTY=VALUE     any other property of lifesrc: topology=plane pattern-x=0
USAGE
}

arguments=out
out=life-slices
options='size depth generations start axis rule seed density location'
size=64 depth=64 generations=16 start=0 axis=z rule='' seed='' density='' location=''
. "$(dirname "$0")/arguments.sh"

# number OPTION VALUE FROM TO: refuses what is no whole number from FROM to TO.
number () {
  case $2 in
    *[!0-9]* | '' | ??????????* | 0?*) ;;
    *) [ "$2" -lt "$3" ] || [ "$2" -gt "$4" ] || return 0 ;;
  esac
  refuse "$1 takes a number from $3 to $4, not $2"
}

case $size in
  *x*) width=${size%%x*} height=${size#*x} ;;
  *) width=$size height=$size ;;
esac
number --size "$width" 1 16384
number --size "$height" 1 16384
number --depth "$depth" 1 16384
number --generations "$generations" 1 99999999
number --start "$start" 0 999999999
case $axis in
  z) columns=$width rows=$height planes=$depth ;;
  y) columns=$width rows=$depth planes=$height ;;
  x) columns=$height rows=$depth planes=$width ;;
  *) refuse "--axis takes z, y or x, not $axis" ;;
esac
frames=$((planes * generations))
[ "$frames" -le 2147483647 ] ||
  refuse "$generations generations of $planes slices are too many for one run"
for property; do
  name=${property%%=*}
  case $name in
    world-width | world-height) refuse "--size is the world's size, not $name" ;;
    world-depth) refuse "--depth is the world's depth, not $name" ;;
    num-buffers) refuse "--generations is how many there are, not $name" ;;
    start-generation) refuse "--start is the first generation, not $name" ;;
    slice-axis) refuse "--axis is how slices are cut, not $name" ;;
    slice | slice-step | view | view-* | zoom | rotation | camera | waypoints | generations | generations-* | hold | paused | crossfade)
      refuse "$name is what makes a volume here and stays as it is" ;;
  esac
done
case $seed in *[!0-9]*) refuse "--seed takes a whole number, not $seed" ;; esac
case $density in
  *[!0-9.]* | *.*.* | . | 1.*[1-9]*) refuse "--density takes a share from 0 to 1, not $density" ;;
  '' | 0 | 1 | 0.* | 1.* | .*) ;;
  *) refuse "--density takes a share from 0 to 1, not $density" ;;
esac
from=
[ -z "$location" ] || from_file "$location"

# Every cell that is not in state 0 is 255, in rules of more than two states too.
set -- lifesrc name=life ${from:+"$from"} ${rule:+rule="$(quoted "$rule")"} \
  ${seed:+seed="$seed"} ${density:+density="$density"} \
  world-width="$width" world-height="$height" world-depth="$depth" \
  view=slice slice=0 slice-step=1 slice-axis="$axis" zoom=1 color-mode=solid \
  generations-rate="1/$planes" start-generation="$start" num-buffers="$frames" "$@" ! \
  "video/x-raw,format=GRAY8,width=$columns,height=$rows,framerate=60/1" ! \
  progressreport name=rendering update-freq=1 do-query=true ! queue !

case $out in
  *.mkv)
    # libavcodec silently loses frames, and the parts that it cuts frames into, that are one
    # cell wide or high, so there is only one part.
    [ "$columns" -gt 1 ] && [ "$rows" -gt 1 ] ||
      refuse "FFV1 cannot hold slices of ${columns}x$rows; name a folder instead of $out"
    write_aside file
    prepare $plain_packages gstreamer1.0-libav
    launch "$@" avenc_ffv1 slices=1 coder=range_tab ! matroskamux ! filesink location="$(quoted "$part")" ;;
  *)
    write_aside folder
    prepare $plain_packages perl-base
    mkdir "$aside/frames"
    cd "$aside/frames"
    launch "$@" pngenc ! multifilesink location=%010d.png
    # multifilesink has one number for a name; slices have two, and a folder for the first.
    # shellcheck disable=SC2016 # the variables are Perl's
    await perl -e '
      my ($out, $start, $generations, $planes) = @ARGV;
      my $wide = length ($start + $generations - 1);
      my $deep = length ($planes - 1);
      my $folder;
      for (my $i = 0; -e (my $frame = sprintf "%010d.png", $i); $i++) {
        my $slice = $i % $planes;
        if ($slice == 0) {
          $folder = sprintf "%s/generation-%0*d", $out, $wide < 4 ? 4 : $wide, $start + $i / $planes;
          mkdir $folder or die "$folder: $!\n";
        }
        my $name = sprintf "%s/slice-%0*d.png", $folder, $deep < 4 ? 4 : $deep, $slice;
        rename $frame, $name or die "$name: $!\n";
      }' "$part" "$start" "$generations" "$planes" ;;
esac
move_to_out
echo "Wrote $out (slices of ${columns}x$rows, $planes for each generation)"
