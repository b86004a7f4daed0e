# SPDX-License-Identifier: LGPL-2.1-or-later
# How the scripts here run programs that take long: a signal ends the program and the
# script, and no incomplete file is left. Sourced after tools/prepare.sh.

child=     # the program that runs
starting=  # set until its process id is assigned; signals then wait
caught=    # the status to end with
scrap=     # a file to remove at the end
workspace= # the folder in which OUT is made, see lock_workspace
exec 5>&2  # the script's stderr, even if a program's is redirected

# The script's status after Ctrl-C.
interrupt_status=130

# end_child: sends TERM, and after five seconds KILL.
end_child () {
  kill -TERM "$child" 2>/dev/null || return 0
  tenths=0
  while kill -0 "$child" 2>/dev/null; do
    [ "$tenths" -ne 50 ] || kill -KILL "$child"
    tenths=$((tenths + 1))
    sleep 0.1
  done
}

# owns_workspace: whether $workspace belongs to this run. On a file system without locks,
# flock's status is not 1.
owns_workspace () {
  flock -n 8 2>/dev/null || [ $? -ne 1 ] || return
  # The previous run may have removed the file that this shell locked.
  # shellcheck disable=SC3013 # -ef is in POSIX since 2024
  [ "$workspace/lock" -ef /proc/self/fd/8 ]
}

on_exit () {
  ended=$?
  trap '' HUP INT QUIT PIPE TERM
  [ -z "$child" ] || end_child
  [ -z "$scrap" ] || rm -f "$scrap"
  [ -n "$workspace" ] || return 0
  [ "$ended" -eq 0 ] || [ -n "$caught" ] || save_incomplete
  # The lock is removed last; after that the next run may use the folder.
  ! owns_workspace || rm -rf "$workspace"/run.* "$workspace/lock"
  rmdir "$workspace" 2>/dev/null || :
}

# end_by STATUS: ends the script after a signal; further signals are ignored.
end_by () {
  caught=$1
  [ -z "$starting" ] || return 0
  trap '' HUP INT QUIT PIPE TERM
  [ -z "$workspace" ] || echo "$(basename "$0"): interrupted; nothing was written to $out" >&5 || :
  exit "$caught"
}

trap on_exit EXIT
trap 'end_by 129' HUP
trap 'end_by "$interrupt_status"' INT
trap 'end_by 131' QUIT
trap 'end_by 141' PIPE
trap 'end_by 143' TERM

# started: to be called right after a program was started in the background. While a
# program runs in the foreground, a shell does not handle signals.
started () {
  child=$!
  starting=
  [ -z "$caught" ] || end_by "$caught"
}

# finished: waits for the program, and returns its status.
finished () {
  status=0
  wait "$child" || status=$?
  child=
  return "$status"
}

# await COMMAND [ARGUMENT...]: runs it, without the lock on OUT.
await () {
  starting=yes
  "$@" 5>&- 8>&- &
  started
  finished
}

# open_pipe: makes a pipe from descriptor 7 to 6 that no other process can open.
open_pipe () {
  pipe=$(mktemp -d)
  mkfifo "$pipe/fifo"
  exec 7<>"$pipe/fifo" 6<"$pipe/fifo" # either alone would wait for the other
  exec 7>"$pipe/fifo"
  rm -r "$pipe"
}

# show_progress: prints the progress of our elements from gst-launch-1.0's output, and
# notes an interrupt, which its status does not show.
show_progress () {
  while IFS= read -r line; do
    case $line in
      'rendering ('* | *': (generations) '*) printf '%s\n' "$line" ;;
      'handling interrupt.') caught=$interrupt_status ;;
      # gst-launch-1.0 1.22 may miss the error of rtspclientsink, and wait forever.
      *open*'Open failed') sleep 2; kill -TERM $$ 2>/dev/null || : ;;
    esac
  done
}

# launch WORD...: runs gst-launch-1.0. If this shell is killed, it ends when it next
# writes a line.
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

# become_launch WORD...: replaces the script by gst-launch-1.0, which then gets the
# signals itself; for endless streams.
become_launch () {
  open_pipe
  { exec 7>&-; show_progress <&6; } &
  exec gst-launch-1.0 "$@" >&7 5>&- 6<&- 7>&-
}
