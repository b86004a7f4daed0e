# SPDX-License-Identifier: LGPL-2.1-or-later
# How the scripts here run what takes long: a signal ends it, and with it the
# script, and nothing half made is left. Sourced after tools/prepare.sh.

child=     # the program that runs
starting=  # set while its number is not known, when no signal may end the script
caught=    # the status to end with
scrap=     # what is removed in the end
held=      # the folder that is made OUT in, see `hold`
exec 5>&2  # stderr, wherever a program's goes

# What Ctrl-C makes the script's status.
interrupt_status=130

# end_child: by TERM, and by KILL when five seconds have passed.
end_child () {
  kill -TERM "$child" 2>/dev/null || return 0
  tenths=0
  while kill -0 "$child" 2>/dev/null; do
    [ "$tenths" -ne 50 ] || kill -KILL "$child"
    tenths=$((tenths + 1))
    sleep 0.1
  done
}

# holds: whether $held is this run's, and not another's. Where a file system has no
# locks, flock's status is not 1.
holds () {
  flock -n 8 2>/dev/null || [ $? -ne 1 ] || return
  # What this shell locked may have been removed by the run before.
  # shellcheck disable=SC3013 # -ef is in POSIX since 2024
  [ "$held/lock" -ef /proc/self/fd/8 ]
}

on_exit () {
  trap '' HUP INT QUIT PIPE TERM
  [ -z "$child" ] || end_child
  [ -z "$scrap" ] || rm -f "$scrap"
  [ -n "$held" ] || return 0
  # The lock goes last: then the folder may be the next run's.
  ! holds || rm -rf "$held"/run.* "$held/lock"
  rmdir "$held" 2>/dev/null || :
}

# end_by STATUS: what a signal does; a second one changes nothing.
end_by () {
  caught=$1
  [ -z "$starting" ] || return 0
  trap '' HUP INT QUIT PIPE TERM
  [ -z "$held" ] || echo "$(basename "$0"): interrupted; nothing was written to $out" >&5 || :
  exit "$caught"
}

trap on_exit EXIT
trap 'end_by 129' HUP
trap 'end_by "$interrupt_status"' INT
trap 'end_by 131' QUIT
trap 'end_by 141' PIPE
trap 'end_by 143' TERM

# started: to be called right after a program was started in the background, since
# a shell attends to no signal while one runs in the foreground.
started () {
  child=$!
  starting=
  [ -z "$caught" ] || end_by "$caught"
}

# finished: waits for the program, and gives its status.
finished () {
  status=0
  wait "$child" || status=$?
  child=
  return "$status"
}

# await COMMAND [ARGUMENT...]: runs it. The lock on OUT is this shell's alone.
await () {
  starting=yes
  "$@" 5>&- 8>&- &
  started
  finished
}

# open_pipe: what is written to 7 can be read from 6, and nobody else reads it.
open_pipe () {
  pipe=$(mktemp -d)
  mkfifo "$pipe/fifo"
  exec 7<>"$pipe/fifo" 6<"$pipe/fifo" # either alone would wait for the other
  exec 7>"$pipe/fifo"
  rm -r "$pipe"
}

# show_progress: of what gst-launch-1.0 says, how far our elements are. That it was
# interrupted cannot be seen from its status.
show_progress () {
  while IFS= read -r line; do
    case $line in
      'rendering ('* | *': (generations) '*) printf '%s\n' "$line" ;;
      'handling interrupt.') caught=$interrupt_status ;;
    esac
  done
}

# launch WORD...: runs gst-launch-1.0. Should this shell be killed, the next line
# that it writes ends it.
launch () {
  starting=yes
  open_pipe
  gst-launch-1.0 "$@" >&7 5>&- 6<&- 7>&- 8>&- &
  exec 7>&-
  started
  show_progress <&6
  exec 6<&-
  [ -z "$caught" ] || end_by "$caught"
  finished && return
  [ "$status" -le 128 ] || [ "$status" -gt 192 ] ||
    echo "$(basename "$0"): gst-launch-1.0 was ended by signal $((status - 128))" >&5
  return "$status"
}

# become_launch WORD...: for what is to go on until it is ended: signals then are
# gst-launch-1.0's own.
become_launch () {
  open_pipe
  { exec 7>&-; show_progress <&6; } &
  exec gst-launch-1.0 "$@" >&7 5>&- 6<&- 7>&-
}
