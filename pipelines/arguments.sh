# SPDX-License-Identifier: LGPL-2.1-or-later
# What the scripts that show or write a pattern share: arguments, and writing OUT only
# as a whole. Sourced, not run, by a script that has set `pattern`, `out` (if it writes
# something) and `usage`. It parses the arguments, leaves the properties in "$@" and those of
# their colors in $colors, and changes to the project's top folder. `arguments` lists the
# positional arguments, if not these: `text` for words, `song` for a file, which sets $song.
# `options` lists the options with a value: `size` for --size, which sets $size. `scene`: the
# waypoints of what is shown if neither a pattern nor a property is given.
. "$(dirname "$0")/../tools/prepare.sh"
. "$(dirname "$0")/launch.sh"
. "$(dirname "$0")/colors.sh"

# refuse WHY: for wrong arguments.
refuse () {
  echo "$(basename "$0"): $*" >&2
  usage >&2
  exit 2
}

# check_side: whether $size is a side of a 3D world.
check_side () {
  case $size in
    *[!0-9]* | '' | 0* | ????*) ;;
    *) [ "$size" -lt 2 ] || [ "$size" -gt 512 ] || return 0 ;;
  esac
  refuse "--size takes a number from 2 to 512, not $size"
}

# leave_to_properties PROPERTY...: empties $rule if these set one, as a pattern does, and with
# a preset $colors, too.
leave_to_properties () {
  for property; do
    case $property in
      @preset=*) rule="" colors="" ;;
      rule=* | location=* | pattern=*) rule="" ;;
    esac
  done
}

# encode WORD...: launches these elements and encodes their video to OUT, by an mp4mux called
# film with the properties $film, and with $extra_elements that link to it. The file is
# playable while it is written.
encode () {
  # The quality decides how many bits there are; x264enc's own bound, 2048 kbit/s, blurs what is busy.
  launch "$@" ! \
    progressreport name=rendering update-freq=1 do-query=true ! \
    queue ! x264enc speed-preset=veryfast pass=qual quantizer=18 bitrate=50000 key-int-max=60 ! \
    video/x-h264,profile=high ! \
    mp4mux name=film ${film-} fragment-duration=1000 fragment-mode=first-moov-then-finalise ! \
    filesink location="$(quoted "$part")" ${extra_elements-}
  move_to_out
  echo "Wrote $out"
}

# render RATE WORD...: as encode, 1920×1080 and RATE frames/s.
render () {
  rate=$1
  shift
  encode "$@" ! "video/x-raw,format=I420,width=1920,height=1080,framerate=$rate/1,colorimetry=bt709"
}

# need_display [MORE]: fails if no window can be shown, with MORE in the message; else prepares
# for one.
need_display () {
  [ -n "${DISPLAY-}${WAYLAND_DISPLAY-}" ] ||
    fail "there is no display for a window: run this in a desktop session, or over ssh -X${1-}"
  need_packages $build_packages $plain_packages gstreamer1.0-x x11-utils
  # Without a display that replies, GStreamer would crash or play unseen.
  [ -n "${WAYLAND_DISPLAY-}" ] || xdpyinfo >/dev/null 2>&1 || fail "the display $DISPLAY does not answer"
  build_plugin
}

# launch_window WORD...: as launch, until the window is closed. GStreamer reports an
# error then; here it ends the script well.
launch_window () {
  scrap=$(mktemp)
  interrupt_status=0
  echo "Close the window or press Ctrl-C to end"
  launch "$@" 2>"$scrap" ||
    grep -q 'window was closed\|Quit requested' "$scrap" || {
      cat "$scrap" >&2
      exit 1
    }
}

# quoted TEXT: quotes any text for gst-launch-1.0.
quoted () {
  printf '"%s"' "$(printf '%s' "$1" | sed 's/[\\"]/\\&/g')"
}

# lock_workspace: makes $workspace and locks it while this shell runs, so that files of a
# killed run do not block this one.
lock_workspace () {
  [ -d "$workspace" ] || [ ! -e "$workspace" ] || fail "$workspace is in the way; remove it"
  for _ in 1 2 3; do
    mkdir -p "$workspace" 2>/dev/null || continue
    { command exec 8>"$workspace/lock"; } 2>/dev/null || continue
    flock -n 8 2>/dev/null || [ $? -ne 1 ] || fail "another run is writing $out; wait for it or choose another name"
    owns_workspace || continue
    rm -rf "$workspace"/run.*
    return
  done
  fail "nothing can be written to $workspace"
}

# write_aside file|folder: OUT must be complete or missing, so $part is written first, in the
# folder $aside, and move_to_out moves it.
write_aside () {
  case $1:$out in
    folder:*) while [ "$out" != "${out%/}" ]; do out=${out%/}; done ;;
    *:*/) fail "$out is a folder; name the file to write" ;;
  esac
  [ -d "$(dirname "$out")" ] || fail "there is no folder $(dirname "$out")"
  [ -w "$(dirname "$out")" ] || fail "nothing can be written to the folder $(dirname "$out")"
  if [ "$1" = folder ]; then
    [ ! -e "$out" ] || fail "$out exists already; remove it or choose another name"
  else
    [ ! -d "$out" ] || fail "$out is a folder; name the file to write"
    [ ! -e "$out" ] || [ -f "$out" ] || fail "$out is not a file that can be replaced"
  fi
  workspace=$out.part
  lock_workspace
  aside=$(mktemp -d "$workspace/run.XXXXXX")
  part=$aside/made
  [ "$1" = file ] || mkdir "$part"
}

# move_to_out: moves $part to OUT, but not into a folder OUT that was made by others. From here
# on signals are ignored.
move_to_out () {
  trap '' HUP INT QUIT PIPE TERM
  mv -T "$part" "$out"
}

# save_incomplete: if a program failed because the disk is full, reports that, and moves the
# playable part of $part next to OUT.
save_incomplete () {
  [ -d "${aside-}" ] || return 0
  [ "$(df -Pk "$workspace" | awk 'NR == 2 { print $4 }')" -lt 4096 ] || return 0
  incomplete=$(printf '%s' "$out" | sed 's|\(\.[^./]*\)\{0,1\}$|-incomplete\1|')
  if plays && [ ! -e "$incomplete" ] && mv -T "$part" "$incomplete"; then
    echo "$(basename "$0"): the disk is full; the part that fits is in $incomplete" >&5
  else
    echo "$(basename "$0"): the disk is full; nothing was written to $out" >&5
  fi
}

# plays: whether $part, a film without its end or a folder without its last files, is playable.
plays () {
  if [ -d "$part" ]; then
    [ -n "$(ls "$part")" ] && finish_folder
  else
    grep -qa 'moov\|matroska' "$part" 2>/dev/null
  fi
}

# finish_folder: scripts whose folder does not play without its last file replace it.
finish_folder () {
  :
}

# prepare PACKAGE...: installs these packages and those for building, and builds.
prepare () {
  need_packages $build_packages "$@"
  build_plugin
}

# has_option NAME: whether the script has the option --NAME.
has_option () {
  for option in ${options-}; do
    [ "$option" != "$1" ] || return 0
  done
  return 1
}

position=0
: "${arguments=pattern${out:+ out}}"
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --) shift; break ;;
    --*)
      has_option "${1#--}" || refuse "unknown option $1"
      [ $# -gt 1 ] || refuse "$1 needs a value"
      eval "${1#--}=\$2"
      shift 2
      continue ;;
    -*) refuse "unknown option $1" ;;
  esac
  position=$((position + 1))
  case $(printf '%s\n' $arguments | sed -n "${position}p") in
    pattern | text) pattern=$1 ;;
    song) song=$1 ;;
    out) out=$1 ;;
    *) refuse "one argument too many: $1 (properties come after --)" ;;
  esac
  shift
done
for property; do
  case $property in
    [a-z]*=* | @preset=*) ;;
    *) refuse "expected PROPERTY=VALUE after --, not $property" ;;
  esac
done

# from_file NAME: sets $from for a pattern file. Paths are relative to the caller's folder.
caller=$PWD
from_file () {
  case $1 in /*) file=$1 ;; *) file=$caller/$1 ;; esac
  [ -e "$file" ] || fail "there is no pattern file $1"
  [ ! -d "$file" ] || fail "$1 is a folder, not a pattern file"
  [ -r "$file" ] || fail "the pattern file $1 cannot be read"
  from=location=$(quoted "$file")
}
find_pattern () {
  case $pattern in
    */* | *.*) from_file "$pattern" ;;
    *) if [ -f "$pattern" ]; then from_file "$pattern"; else from=pattern=$(quoted "$pattern"); fi ;;
  esac
}
case $arguments in
  text*) from=text=$(quoted "$pattern") ;;
  pattern*) find_pattern ;;
esac
choose_colors "${from-}" "$@"
# The stream of the gun crosses the frame from the first one on.
[ -z "${scene-}" ] || [ "$position" -gt 0 ] || [ $# -gt 0 ] ||
  set -- topology=unbounded pattern-x=0 pattern-y=0 start-frame=240 "waypoints=$(quoted "$scene")"
case ${out-} in '' | /*) ;; *) out=$PWD/$out ;; esac

cd "$(dirname "$0")/.."
