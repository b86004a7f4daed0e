#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs of the scripts in pipelines/ that are interrupted, killed, meet another run or a full disk: the file at OUT is
complete or missing, and no process is left. Prints TAP."""
import re
import shlex
import shutil
import signal

from script import User, expect_refusal
from tap import Failure, Skip, expect, expect_in, expect_range, main, need

WRITERS = 'mp4.sh', 'png.sh', 'gif.sh', 'hls.sh'
ENDLESS = 'glider out -- num-buffers=1000000'
# Stands for gst-launch-1.0: it runs until it is ended, or its output is.
PLAYS = "while echo 'rendering (1)'; do sleep 0.05; done"

# Who gets which signal, how often, and the status after it. The whole group gets it where Ctrl-C is pressed in a terminal.
# A script that is started with & ignores SIGINT, but gst-launch-1.0 does not.
CTRL_C = signal.SIGINT, True, 1, 130
MANNERS = [CTRL_C, (signal.SIGTERM, False, 1, 143), (signal.SIGINT, True, 2, 130), (signal.SIGINT, False, 1, 130),
           (signal.SIGTERM, False, 2, 143), (signal.SIGHUP, True, 1, 129)]


def interrupt(user, line, text='rendering (', manner=CTRL_C, deaf=False, left=()):
    """Ends a run once it has printed @text; nothing is left but what was there."""
    number, group, times, status = manner
    run = user.start(line, deaf)
    run.await_text(text)
    for _ in range(times):
        run.send(number, group)
    expect_refusal(run.end(), status, 'interrupted')
    user.expect_only(*left)


def test_interrupted_runs_leave_nothing(user):
    for line in [f'{writer} {ENDLESS}' for writer in WRITERS] + [f'slices.sh --generations 1000000 {out}' for out in ('out', 'out.mkv')]:
        interrupt(user, line)
    interrupt(user, f'mp4.sh {ENDLESS}', deaf=True)
    interrupt(user, f'mp4.sh {ENDLESS}', manner=MANNERS[1])


def test_each_step_is_interrupted_in_every_manner(user):
    user.fake('gst-launch-1.0', f'case "$*" in *1000000*) {PLAYS} ;; *) echo >00000.png ;; esac')
    user.fake('ffmpeg', 'echo Working; exec sleep 1000')
    user.fake('perl', 'echo Working; exec sleep 1000')
    for line, text in (f'mp4.sh {ENDLESS}', 'rendering ('), ('gif.sh glider out', 'Working'), ('slices.sh out', 'Working'):
        for manner in MANNERS:
            interrupt(user, line, text, manner)
    user.fake('ninja', "case $* in *-n*) echo '[1/1] cc'; exit ;; esac; exec sleep 1000")
    for manner in MANNERS:
        interrupt(user, 'mp4.sh glider out', 'Building build-release', manner)


def test_a_program_that_ignores_signals_is_killed(user):
    user.fake('gst-launch-1.0', f"trap '' HUP INT TERM; {PLAYS}")
    interrupt(user, 'mp4.sh glider out')


def test_an_interrupted_run_leaves_the_previous_file(user):
    user.fake('gst-launch-1.0', PLAYS)
    user.write('old.mp4', 'old')
    interrupt(user, 'mp4.sh glider old.mp4', left=['old.mp4'])
    expect((user.folder / 'old.mp4').read_text(), 'old', 'previous file')


def test_a_program_that_is_killed_is_named(user):
    user.fake('gst-launch-1.0', 'kill -KILL $$')
    user.refuse('mp4.sh glider out', 137, 'gst-launch-1.0 was ended by signal 9')
    user.expect_only()


# --- A full disk ---

def run_on_small_disk(user, megabytes, script, out):
    """Runs a script on a disk that is gone afterwards, but for what it leaves, which is in left/."""
    # As anybody, if this machine allows that.
    inside = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c']
    (user.folder / 'disk').mkdir()
    if user.run([*inside, 'mount -t tmpfs none disk']).status:
        raise Skip('no file system can be mounted in a namespace here')
    line = shlex.join(user.command(f'{script} glider {out} -- num-buffers=3000 rule=B2/S zoom=1 generations=8'))
    outcome = user.run([*inside, f'mount -t tmpfs -o size={megabytes}m none disk && cd disk || exit 99; status=0\n'
                        f'case {out} in *.mp4) echo old >{out} ;; esac\n{line} || status=$?\ncp -r . ../left; exit $status'])
    expect_refusal(outcome, 1, 'the disk is full')
    return outcome.errors, user.folder / 'left'


def test_a_full_disk_leaves_the_film_so_far(user):
    need('ffprobe')
    errors, left = run_on_small_disk(user, 12, 'mp4.sh', 'film.mp4')
    expect_in('film-incomplete.mp4', errors, 'what it says')
    frames = int(re.search(r'nb_read_frames=(\d+)', user.probe('left/film-incomplete.mp4')).group(1))
    expect_range(frames, 60, 3000, 'frames')
    expect((left / 'film.mp4').read_text(), 'old\n', 'previous film')


def test_a_full_disk_leaves_pictures(user):
    errors, left = run_on_small_disk(user, 8, 'png.sh', 'frames')
    expect_in('frames-incomplete', errors, 'what it says')
    expect((left / 'frames-incomplete' / '00000.png').is_file(), True, 'whether there is a picture')


def test_a_full_disk_ends_the_playlist(user):
    need('ffprobe')
    errors, left = run_on_small_disk(user, 16, 'hls.sh', 'page')
    expect_in('page-incomplete', errors, 'what it says')
    expect_in('#EXT-X-ENDLIST', (left / 'page-incomplete' / 'life.m3u8').read_text(), 'playlist')
    expect_in('codec_name=h264', user.probe('left/page-incomplete/life.m3u8'), 'film')


def test_a_full_disk_before_anything_plays_leaves_nothing(user):
    errors, left = run_on_small_disk(user, 1, 'gif.sh', 'a.gif')
    expect_in('nothing was written to', errors, 'what it says')
    expect(list(left.iterdir()), [], 'what is left')


# --- Two runs ---

def start_slowly(user, line):
    """A run of a glider, which plays once there is a file "go"."""
    user.fake('gst-launch-1.0', f'''case $* in *glider*) echo 'rendering (waiting)'; until [ -e go ] || [ -e '{user.folder}/go' ]; do
sleep 0.05; done ;; esac; exec {shutil.which('gst-launch-1.0')} "$@"''')
    run = user.start(line)
    run.await_text('rendering (waiting)')
    return run


def end_well(user, run):
    user.write('go', '')
    outcome = run.end()
    if outcome.status or 'Wrote' not in outcome.printed:
        raise Failure(f'{outcome}')


def test_a_second_run_into_the_same_out_is_refused(user):
    for writer in WRITERS:
        first = start_slowly(user, f'{writer} glider out -- num-buffers=7')
        user.refuse(f'{writer} acorn out -- num-buffers=60', 1, 'another run is writing')
        end_well(user, first)
        user.expect_only('go', 'out')
        if writer == 'mp4.sh':
            user.expect_film('out', 'nb_read_frames=7')
        shutil.rmtree(user.folder)
        user.folder.mkdir()


def test_runs_into_two_files_both_end_well(user):
    first = start_slowly(user, 'mp4.sh glider a.mp4 -- num-buffers=3')
    user.make('mp4.sh acorn b.mp4 -- num-buffers=3')
    end_well(user, first)
    user.expect_only('go', 'a.mp4', 'b.mp4')


def test_a_killed_run_does_not_block_the_next(user):
    """Nor does the program that it ran, which ends when it next writes a line."""
    for writer in WRITERS:
        if writer != 'mp4.sh':
            user.fake('gst-launch-1.0', f'case "$*" in *1000000*) {PLAYS} ;; *) >00000.png ;; esac')
            user.fake('ffmpeg', 'for out; do :; done; >"$out"')
        run = user.start(f'{writer} {ENDLESS}')
        run.await_text('rendering (')
        run.send(signal.SIGKILL, group=False)
        expect(run.end().status, -signal.SIGKILL, 'status')
        user.make(f'{writer} glider out -- num-buffers=3')
        user.expect_only('out')
        shutil.rmtree(user.folder)
        user.folder.mkdir()


if __name__ == '__main__':
    main(globals(), prepare=User)
