#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Renders a song as an mp4 with its sound: 1920x1080, 60 frames per second.
set -eu

usage () {
  cat <<'USAGE'
Usage: ./pipelines/music.sh FILE [OUT.mp4] [-- PROPERTY=VALUE ...]

Turns a song into a film: lifevis stamps rings on a world, those of the bass in the middle
and those of the treble around it, from which waves go out. 1920x1080 H.264 at 60 frames
per second with the song in AAC, as long as the song is. Without a GPU that takes about as
long as it plays. The first run installs missing packages from Debian and builds a release.

  FILE            a song, or a film for its sound, in any format that GStreamer decodes
  OUT.mp4         the file to write; music.mp4 if left out
  PROPERTY=VALUE  any property of lifevis: stamp=noise rule=23/3/20 palette=inferno
  @preset=NAME    another rule and other colors: embers, ...
USAGE
}

arguments='song out'
song=
out=music.mp4
. "$(dirname "$0")/arguments.sh"
[ -n "$song" ] || refuse 'name the file of a song'
case $song in /*) ;; *) song=$caller/$song ;; esac
[ -e "$song" ] || fail "there is no file $song"
[ ! -d "$song" ] || fail "$song is a folder, not a song"
[ -r "$song" ] || fail "the file $song cannot be read"
write_aside file
prepare $stream_packages gstreamer1.0-plugins-bad gstreamer1.0-libav

# has_sound: whether there is sound in the file. gst-launch-1.0 1.22 may miss an error that
# comes before its main loop runs, and wait forever: it is ended after the first one.
has_sound () {
  starting=yes
  open_pipe
  LANGUAGE=C gst-launch-1.0 -q filesrc location="$(quoted "$song")" ! decodebin ! audioconvert ! \
    fakesink num-buffers=1 >/dev/null 2>&7 5>&- 6<&- 7>&- 8>&- &
  exec 7>&-
  started
  while IFS= read -r line; do
    case $line in ERROR:*) end_child; break ;; esac
  done <&6
  exec 6<&-
  finished
}
has_sound || fail "GStreamer decodes no sound in $song: choose another file, or install a decoder for it"

rule='rule=/234/16'
colors='palette=ice'
leave_to_properties "$@"

# An AAC decoder emits 1024 samples before the song, which mp4mux does not declare. As many are
# dropped here, a gap that mp4mux is to ignore. The queue has room for the look-ahead of the
# picture's encoder.
film='start-gap-threshold=25000000'
extra_elements='sound. ! queue max-size-time=0 max-size-bytes=0 max-size-buffers=0 !
  audiobuffersplit output-buffer-duration=1024/48000 ! identity drop-buffer-flags=discont !
  avenc_aac bitrate=192000 ! aacparse ! film.'

render 60 \
  filesrc location="$(quoted "$song")" ! decodebin ! audioconvert ! audioresample ! \
  audio/x-raw,rate=48000,channels=2 ! tee name=sound ! queue ! \
  lifevis name=life stamp=ring $rule $colors "$@" ! queue ! videoconvert
