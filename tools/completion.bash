# SPDX-License-Identifier: LGPL-2.1-or-later
# Completes life-bench, life-control, life-rtsp-server, life-web and life-worker in bash. Options and
# commands are those that --help prints, properties those that GStreamer knows.

# Properties of lifesrc, and its presets.
_life_properties () {
  gst-inspect-1.0 lifesrc 2>/dev/null | awk '
    /^[^ ]/ { part = $1 }
    part == "Element" && /^  [a-z]/ { print $1 "=" }
    part == "Presets:" && /^  "/ { gsub (/[":]/, "", $1); print "@preset=" $1 }'
}

_life_complete () {
  local cur prev words cword help candidates
  _get_comp_words_by_ref -n =:@ cur prev words cword
  help=$(LC_ALL=C "$1" --help 2>/dev/null)
  if [[ " ${words[*]:0:cword} " == *' -- '* ]]; then
    candidates=$(_life_properties)
  elif [[ $cur == -* && $cur != *=* ]]; then
    candidates=$(awk '/^  -/ { sub (/^  (-., )?/, ""); sub (/\[?=.*/, "="); print $1 }' <<<"$help")
  elif [[ $1 == *life-control ]]; then
    candidates=$(awk '/^Commands:/ { on = 1; next } on && /^  [a-z]/ { print $1 }' <<<"$help")
  fi
  mapfile -t COMPREPLY < <(compgen -W "$candidates" -- "$cur")
  if [[ ${#COMPREPLY[@]} == 0 ]]; then
    # A value after an option's =, or the word of a command, may be a file.
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "${cur#--*=}")
  elif [[ ${COMPREPLY[0]} == *= ]]; then
    compopt -o nospace
  fi
  __ltrim_colon_completions "$cur"
}

complete -F _life_complete life-bench life-control life-rtsp-server life-web life-worker
